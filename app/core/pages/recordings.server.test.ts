import { beforeEach, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { stopClock } from "#app/core/platform/clock.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aMember,
  aParticipant,
  aRecording,
  aTeam,
  aTranscript,
  aWorkspace,
  type SignedIn,
  type Workspace,
} from "#tests/support/factories.ts";
import { listFile } from "#tests/support/list-file.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { callAccess, can } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { METRICS_CONFIG } from "#app/core/domain/metrics/input.ts";
import { mediaStateOf } from "#app/core/domain/recording/stage-views.ts";
import { writeCallIndex } from "#app/core/domain/search/index.server.ts";
import { glanceAround } from "./frame.server.ts";
import { getHome } from "./home.server.ts";
import { recordingsData } from "./recordings-export.server.ts";
import { findRecordingRow, listRecordings, listRecordingsAndChoices } from "./recordings.server.ts";
import type { RecordingRow } from "./recordings-views.ts";
import { SORTS } from "./recordings-filters.ts";
import { parseRecordingsQuery } from "./recordings-query.ts";

let workspace: Workspace;
let rep: SignedIn;
await queueForFile();
beforeEach(async () => {
  workspace = await aWorkspace();
  rep = await aMember(workspace, { teams: [await aTeam(workspace)] });
});

const read = (text: string) => parseRecordingsQuery(new URLSearchParams(text)).query;
const list = (actor: Member, text = "") => listRecordings(actor, read(text));
const titles = (rows: readonly RecordingRow[]): string[] => rows.map(({ title }) => title);

type CallWish = Parameters<typeof aCall>[1];
async function aListed(
  owner: Member,
  more: CallWish = {},
  recording: Parameters<typeof aRecording>[1] = {},
) {
  const call = await aCall(owner, more);
  return { call, recording: await aRecording(call, recording) };
}

test.each(SORTS)(
  "by %s every call comes once, page by page, though many are equal",
  async (sort) => {
    const [early, late] = [
      new Date("2026-01-02T03:04:05.678Z"),
      new Date("2026-01-02T03:04:05.679Z"),
    ];
    for (let n = 0; n < 23; n += 1)
      await aListed(rep, {
        title: n % 3 === 0 ? "Same title" : `Call ${n % 4}`,
        startedAt: n % 2 === 0 ? early : late,
        durationMs: n % 5 === 0 ? null : (n % 3) * 60_000,
      });
    const whole = await list(rep, `sort=${sort}&limit=100`);
    expect(whole).toMatchObject({ count: 23, next: null });
    const seen: string[] = [];
    let after = "";
    for (let page = 0; page < 10; page += 1) {
      const { rows, next, count } = await list(rep, `sort=${sort}&limit=7${after}`);
      seen.push(...rows.map(({ callId }) => callId));
      expect(count).toBe(23);
      if (next === null) break;
      after = `&after=${next}`;
    }
    expect(seen).toEqual(whole.rows.map(({ callId }) => callId));
    expect(new Set(seen).size).toBe(23);
  },
);

test("a call that arrives while somebody pages moves nothing on the pages to come", async () => {
  for (let n = 0; n < 6; n += 1)
    await aListed(rep, { title: `${n}`, startedAt: new Date(2026, 0, 10 + n) });
  const first = await list(rep, "limit=3");
  await aListed(rep, { title: "new", startedAt: new Date(2026, 1, 1) });
  const second = await list(rep, `limit=3&after=${first.next ?? ""}`);
  expect([...titles(first.rows), ...titles(second.rows)]).toEqual(["5", "4", "3", "2", "1", "0"]);
});

const forged = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
test.each([
  "x",
  "",
  forged(null),
  forged([]),
  forged(["2026-01-01T00:00:00.000Z"]),
  forged(["2026-01-01T00:00:00.000Z", "me"]),
  forged(["Call 1", newId()]),
  forged(["2024", newId()]),
  forged(["+275760-09-13T00:00:00.000Z", newId()]),
  forged(["2026-01-01T00:00:00.000Z'; DROP TABLE call", newId()]),
  forged([7, newId()]),
  forged([{ a: 1 }, newId()]),
])("a cursor we did not write (%s) is the first page", async (after) => {
  const { call } = await aListed(rep);
  const first = { rows: [{ callId: call.id }], count: 1, next: null };
  expect(await listRecordings(rep, { ...read(""), after })).toMatchObject(first);
  const parsed = parseRecordingsQuery(new URLSearchParams({ after }));
  expect(parsed.query.after).toBeNull();
  expect(parsed.ignored).toEqual(after === "" ? [] : [{ key: "after", value: after.slice(0, 80) }]);
});

test.each([
  ["duration", [99_999_999_999, newId()]],
  ["-duration", ["1", newId()]],
  ["duration", [1.5, newId()]],
  ["title", [7, newId()]],
  ["-title", ["a\u0000b", newId()]],
])("a forged cursor of %s is the first page: %j", async (sort, value) => {
  const { call } = await aListed(rep);
  const page = await listRecordings(rep, { ...read(`sort=${sort}`), after: forged(value) });
  expect(page).toMatchObject({ rows: [{ callId: call.id }], next: null });
});

test("pages by title go on behind long titles of any script", async () => {
  for (const title of ["漢".repeat(200), "漢".repeat(199), "é".repeat(200), "a"])
    await aListed(rep, { title });
  const seen: string[] = [];
  for (let after = "", turn = 0; turn < 5; turn += 1) {
    const { rows, next } = await list(rep, `sort=-title&limit=1${after}`);
    seen.push(...titles(rows));
    if (next === null) break;
    after = `&after=${next}`;
  }
  expect(seen.map((title) => title.length).toSorted()).toEqual([1, 199, 200, 200]);
  expect(new Set(seen).size).toBe(4);
});

test("a search is noted whatever form its list is had in, and wherever a page begins", async () => {
  const noted = () =>
    db.auditEntry.count({ where: { workspaceId: workspace.id, event: "search.run" } });
  await list(rep, "q=herons");
  expect(await noted()).toBe(1);
  await listFile(rep, recordingsData, read("q=egrets"));
  expect(await noted()).toBe(2);
  const after = forged(["2999-01-01T00:00:00.000Z", newId()]);
  await list(rep, `q=storks&after=${after}`);
  expect(await noted()).toBe(3);
  await list(rep);
  expect(await noted()).toBe(3);
});

test("filters narrow the rows and the count alike", async () => {
  const other = await aMember(workspace, { teams: [{ id: rep.teamIds[0] ?? "" }] });
  const company = await db.company.create({
    data: { id: newId(), workspaceId: workspace.id, name: "Kestrel" },
  });
  await aListed(rep, {
    title: "a",
    kind: "upload",
    language: "en",
    quality: "A",
    durationMs: 60_000,
    startedAt: new Date("2026-01-01T12:00:00Z"),
    companyId: company.id,
  });
  await aListed(
    other,
    {
      title: "b",
      kind: "room",
      language: "ja",
      quality: "B",
      durationMs: 600_000,
      startedAt: new Date("2026-01-02T12:00:00Z"),
      visibility: "workspace",
    },
    { state: "failed" },
  );
  await aListed(
    rep,
    {
      title: "c",
      kind: "upload",
      language: "en",
      quality: "C",
      durationMs: 6_000_000,
      startedAt: new Date("2026-01-03T12:00:00Z"),
      state: "ended",
      visibility: "private",
    },
    { state: "interrupted" },
  );
  await aListed(
    rep,
    { title: "d", state: "ended", startedAt: new Date("2026-01-04T12:00:00Z"), durationMs: null },
    { state: "uploaded" },
  );
  const cases: [string, string[]][] = [
    ["", ["d", "c", "b", "a"]],
    [`owner=${other.memberId}`, ["b"]],
    [`owner=${other.memberId}&owner=${rep.memberId}`, ["d", "c", "b", "a"]],
    ["company=Kestrel", ["a"]],
    ["company=kestre%25", []],
    ["kind=room", ["b"]],
    ["language=ja", ["b"]],
    ["quality=A&quality=C", ["c", "a"]],
    ["visibility=private", ["c"]],
    ["state=failed", ["b"]],
    ["state=receiving", ["c"]],
    ["state=processing", ["d"]],
    ["state=ready&state=failed", ["b", "a"]],
    ["from=2026-01-02", ["d", "c", "b"]],
    ["to=2026-01-02", ["b", "a"]],
    ["from=2026-01-02&to=2026-01-03", ["c", "b"]],
    ["from=2026-01-03&to=2026-01-02", []],
    ["min=10", ["c", "b"]],
    ["max=10", ["b", "a"]],
    ["min=2&max=10", ["b"]],
    ["state=failed&kind=upload", []],
  ];
  for (const [text, expected] of cases) {
    const { rows, count } = await list(rep, text);
    expect([text, ...titles(rows)]).toEqual([text, ...expected]);
    expect([text, count]).toEqual([text, expected.length]);
  }
});

async function withShare(
  call: { id: string },
  talkRatio: number | null,
  config = "metrics@1",
): Promise<void> {
  await db.metricRow.create({
    data: {
      ...{ workspaceId: workspace.id, config, callId: call.id, subject: call.id },
      ...{
        side: "R",
        startedAt: new Date(),
        kind: "upload",
        durationMs: 1,
        speechMs: 1,
        talkRatio,
      },
    },
  });
}

test("our share of speech filters and sorts; calls without one come last, whichever way", async () => {
  const shares: [string, number | null | undefined][] = [
    ["much", 0.81],
    ["65", 0.65],
    ["little", 0.2],
    ["short", null],
    ["none", undefined],
  ];
  for (const [title, share] of shares) {
    const { call } = await aListed(rep, { title });
    if (share !== undefined) await withShare(call, share);
  }
  // The newest rules give it none: what older ones said is no longer so.
  const { call: gone } = await aListed(rep, { title: "gone" });
  await withShare(gone, 0.9);
  await withShare(gone, null, METRICS_CONFIG);
  const of = async (text: string) => titles((await list(rep, text)).rows);
  expect((await of("sort=-talkRatio")).slice(0, 3)).toEqual(["much", "65", "little"]);
  expect((await of("sort=talkRatio")).slice(0, 3)).toEqual(["little", "65", "much"]);
  expect(await of("talkRatio.gt=65")).toEqual(["much"]);
  expect(await of("talkRatio.gt=64&sort=talkRatio")).toEqual(["65", "much"]);
  expect(await of("talkRatio.lt=65")).toEqual(["little"]);
  expect(await of("talkRatio.gt=15&talkRatio.lt=50")).toEqual(["little"]);
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  expect(await list(stranger, "talkRatio.gt=0&sort=-talkRatio")).toMatchObject({ count: 0 });
});

test("teams and people narrow the list", async () => {
  const elsewhere = await aTeam(workspace);
  const { call } = await aListed(rep, { title: "a" });
  await aListed(rep, { title: "b", teamId: elsewhere.id });
  await aParticipant(call, { name: "María López" });
  const of = async (text: string) => titles((await list(rep, text)).rows);
  expect(await of(`team=${elsewhere.id}`)).toEqual(["b"]);
  expect(await of("participant=lópez")).toEqual(["a"]);
  expect(await of("participant=%25")).toEqual([]);
  expect(await of("participant=zoe&participant=MARÍA")).toEqual(["a"]);
});

test("a period is the reader's, and another period another day", async () => {
  const start = stopClock(new Date("2026-03-04T12:00:00Z")); // a Wednesday
  const at = (title: string, startedAt: string) =>
    aListed(rep, { title, startedAt: new Date(startedAt) });
  await at("monday in Tokyo", "2026-03-01T23:30:00Z");
  await at("last thursday", "2026-02-26T12:00:00Z");
  const of = async (text: string, zone: string) =>
    titles(
      (await listRecordings(rep, parseRecordingsQuery(new URLSearchParams(text), zone).query)).rows,
    );
  expect(await of("range=this-week", "Asia/Tokyo")).toEqual(["monday in Tokyo"]);
  expect(await of("range=this-week", "Europe/London")).toEqual([]);
  expect(await of("range=last-week", "Europe/London")).toEqual([
    "monday in Tokyo",
    "last thursday",
  ]);
  expect(await of("range=last-month", "Asia/Tokyo")).toEqual(["last thursday"]);
  start();
});

/** One upload in each state in which Home may tell of it. */
async function aQueue(owner: Member, open: CallWish = {}) {
  const ended = { state: "ended" as const, ...open };
  for (const state of ["failed", "interrupted", "receiving", "processing"] as const)
    await aListed(owner, { ...ended, title: state }, { state });
  await aListed(owner, { ...ended, title: "uploaded" }, { state: "uploaded" });
  const { recording } = await aListed(
    owner,
    { ...ended, title: "duplicate" },
    { state: "uploaded" },
  );
  await db.stage.create({
    data: {
      ...{ workspaceId: owner.workspaceId, recordingId: recording.id, name: "inspect" },
      cause: "duplicate",
    },
  });
  await aListed(owner, { ...open, title: "ready" });
}

/** What a page counts where nothing waits. */
const QUIET = {
  ...{ needs: 0, waiting: 0, arriving: 0, hasOwnCall: false },
  notices: { unread: 0, newest: null },
};

test("what needs somebody and what is on its way are told apart and counted exactly, however many there are", async () => {
  await aQueue(rep);
  for (let n = 0; n < 8; n += 1) await aListed(rep, { state: "ended" }, { state: "processing" });
  const of = async (text: string) => {
    const { rows, count } = await list(rep, `${text}&limit=100`);
    expect(count).toBe(rows.length);
    return titles(rows)
      .filter((title) => !title.startsWith("Call "))
      .sort();
  };
  expect(await of("show=needs-you")).toEqual(["duplicate", "failed", "interrupted"]);
  expect(await of("show=in-progress")).toEqual(["processing", "receiving", "uploaded"]);
  expect(await glanceAround(rep)).toEqual({ ...QUIET, needs: 3, arriving: 11 });
  const home = await getHome(rep, new URLSearchParams());
  expect(home.needs.count).toBe(3);
  expect(home.running).toMatchObject({ count: 11, rows: { length: 5 } });
});

test("a failure needs whoever may mend it: not a mate, not another workspace; a duplicate its owner alone", async () => {
  await aQueue(rep, { visibility: "workspace" });
  const [mate, admin] = [await aMember(workspace), await aMember(workspace, { role: "admin" })];
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  const needs = async (actor: Member) => {
    const { rows, count } = await list(actor, "show=needs-you");
    expect((await glanceAround(actor)).needs).toBe(count);
    expect(rows.every((row) => row.can.retry)).toBe(true);
    return titles(rows).sort();
  };
  expect(await needs(admin)).toEqual(["failed", "interrupted"]);
  expect(await needs(mate)).toEqual([]);
  expect(await needs(stranger)).toEqual([]);
  expect((await glanceAround(mate)).arriving).toBe(3);
  expect((await glanceAround(stranger)).arriving).toBe(0);
});

test("hits beyond the first fifty and sorted otherwise say why as well", async () => {
  for (let n = 0; n < 53; n += 1) {
    const { call } = await aListed(rep, {
      title: `Kestrel ${String(n).padStart(2, "0")}`,
      startedAt: new Date(2026, 0, 1, 0, n),
    });
    await db.$transaction((tx) =>
      writeCallIndex(tx, { workspaceId: workspace.id, callId: call.id }),
    );
  }
  const { rows } = await list(rep, "q=kestrel&sort=title&limit=5");
  expect(rows.map(({ reasons }) => reasons.map(({ place }) => place))).toEqual(
    Array.from({ length: 5 }, () => ["title"]),
  );
});

test("days are those of the reader's calendar", async () => {
  for (const [title, startedAt] of [
    ["evening in London", "2026-01-02T23:30:00Z"],
    ["noon", "2026-01-03T12:00:00Z"],
    ["the hour that New York has twice", "2026-11-01T05:30:00Z"],
  ] as const)
    await aListed(rep, { title, state: "ended", startedAt: new Date(startedAt) });
  const inZone = async (zone: string, text: string) =>
    titles(
      (await listRecordings(rep, parseRecordingsQuery(new URLSearchParams(text), zone).query)).rows,
    );
  const third = "from=2026-01-03&to=2026-01-03";
  expect(await inZone("Europe/London", third)).toEqual(["noon"]);
  expect(await inZone("Asia/Tokyo", third)).toEqual(["noon", "evening in London"]);
  expect(await inZone("Pacific/Kiritimati", third)).toEqual(["evening in London"]);
  const fall = "from=2026-11-01&to=2026-11-01";
  expect(await inZone("America/New_York", fall)).toEqual(["the hour that New York has twice"]);
  for (const zone of ["Asia/Tokyo", "Pacific/Kiritimati", "America/New_York"])
    await inZone(zone, "from=0001-01-01&to=9998-12-31");
});

test("no address makes the database complain", async () => {
  await aListed(rep);
  const odd = [
    "q=%F0%9F%98%80",
    "q=%27%22%3B--",
    "q=%25_%5C",
    "q=(((",
    "q=a%20OR",
    "q=%22",
    "from=0001-01-01&to=9999-12-31",
    "from=9998-12-31&to=9998-12-31",
    "to=0000-01-01",
    "min=600&max=0",
    `q=${"a".repeat(4_000)}`,
    `q=${"a ".repeat(200)}`,
    "q=near/3",
    "q=-",
    "q=%ED%A0%80",
  ];
  for (const text of odd) await expect(list(rep, text), text).resolves.toHaveProperty("rows");
});

test("counting stops at 1,001", async () => {
  const { call, recording } = await aListed(rep);
  const ids = Array.from({ length: 1_050 }, () => newId());
  await db.call.createMany({ data: ids.map((id) => ({ ...call, id, title: "many" })) });
  await db.recording.createMany({
    data: ids.map((callId) => ({ ...recording, engines: {}, id: newId(), callId })),
  });
  const { rows, count } = await list(rep, "limit=25");
  expect(rows).toHaveLength(25);
  expect(count).toBe(1_001);
});

test("a private call adds nothing to what others are shown: rows, count, search, people, stream, export", async () => {
  const manager = await aMember(workspace, { role: "manager", scope: "workspace" });
  const admin = await aMember(workspace, { role: "admin" });
  const mate = await aMember(workspace, { teams: [{ id: rep.teamIds[0] ?? "" }] });
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  await aListed(rep, { title: "Open call" });
  const others = [manager, admin, mate, stranger];
  const look = async (actor: Member) => ({
    page: await list(actor),
    words: await list(actor, "q=zebra"),
    title: await list(actor, "q=private"),
    company: await list(actor, "company=Hidden"),
    own: await list(actor, `owner=${rep.memberId}`),
    arriving: [await list(actor, "show=in-progress"), await glanceAround(actor)],
    needs: await list(actor, "show=needs-you"),
    share: await list(actor, "talkRatio.gt=0"),
    person: await list(actor, "participant=ana"),
    csv: await listFile(actor, recordingsData, read("")),
  });
  const before = await Promise.all(others.map(look));

  const company = await db.company.create({
    data: { id: newId(), workspaceId: workspace.id, name: "Hidden" },
  });
  const { call } = await aListed(
    rep,
    { title: "A private call", visibility: "private", companyId: company.id },
    { state: "processing" },
  );
  const person = await aParticipant(call, { name: "Ana" });
  await aTranscript(call, [
    { participantId: person.id, t0Ms: 0, t1Ms: 2_000, text: "the zebra renews on Friday" },
  ]);
  await db.$transaction((tx) => writeCallIndex(tx, { workspaceId: workspace.id, callId: call.id }));

  expect(await Promise.all(others.map(look))).toEqual(before);
  for (const actor of others) expect(await findRecordingRow(actor, call.id)).toBeNull();
  const mine = await look(rep);
  expect(titles(mine.page.rows)).toContain("A private call");
  expect(mine.words.count).toBe(1);
  expect(mine.company.count).toBe(1);
  expect(mine.arriving[1]).toEqual({ ...QUIET, arriving: 1 });
  expect(mine.person.count).toBe(1);
  expect(await findRecordingRow(rep, call.id)).toMatchObject({
    title: "A private call",
    people: ["Ana"],
  });
});

test.each(["trashed", "purged", "empty", "cancelled", "scheduled"] as const)(
  "a call that is %s is in no list",
  async (state) => {
    const { call } = await aListed(rep, { state });
    expect(await list(rep)).toMatchObject({ rows: [], count: 0 });
    expect(await findRecordingRow(rep, call.id)).toBeNull();
  },
);

test("only the owner is told which call a duplicate doubles", async () => {
  const { call: duplicate } = await aListed(rep, { title: "Twin", visibility: "private" });
  const { call, recording } = await aListed(
    rep,
    { title: "Again", visibility: "workspace", state: "ended" },
    { state: "uploaded" },
  );
  await db.stage.create({
    data: {
      workspaceId: workspace.id,
      recordingId: recording.id,
      name: "inspect",
      cause: "duplicate",
      detail: duplicate.id,
    },
  });
  expect((await findRecordingRow(rep, call.id))?.duplicateOf).toEqual({
    callId: duplicate.id,
    title: "Twin",
  });
  const mate = await aMember(workspace);
  expect((await findRecordingRow(mate, call.id))?.duplicateOf).toBeNull();
  expect(JSON.stringify(await list(mate))).not.toContain("Twin");
});

test("the row of a ready recording carries no stages, and reads as playable all the same", async () => {
  const { call, recording } = await aListed(rep);
  await db.stage.create({
    data: {
      ...{ workspaceId: workspace.id, recordingId: recording.id, name: "normalise" },
      state: "done",
    },
  });
  const row = await findRecordingRow(rep, call.id);
  expect(row).toMatchObject({ recordingState: "ready", stages: [] });
  expect(row && mediaStateOf(row)).toBe("playable");
});

test("what a row offers is what the member may do", async () => {
  const { call } = await aListed(rep, { visibility: "workspace" });
  const canOf = async (actor: Member) => (await findRecordingRow(actor, call.id))?.can;
  const all = { retry: true, delete: true, update: true };
  expect(await canOf(rep)).toEqual(all);
  expect(await canOf(await aMember(workspace))).toEqual({
    retry: false,
    delete: false,
    update: false,
  });
  expect(await canOf(await aMember(workspace, { role: "admin" }))).toEqual(all);
});

test("a row's offers come of the same ways by which the call is seen: taking part, grants, scope", async () => {
  const team = { id: rep.teamIds[0] ?? "" };
  const admin = await aMember(workspace, { role: "admin" });
  const manager = await aMember(workspace, { role: "manager", teams: [team] });
  const mate = await aMember(workspace, { teams: [team] });
  const hidden = { visibility: "private" as const };
  const { call: met } = await aListed(rep, { ...hidden, title: "met" });
  const { call: given } = await aListed(rep, { ...hidden, title: "given" });
  await aListed(rep, { title: "open" });
  for (const actor of [admin, manager, mate]) {
    const { workspaceId, memberId } = actor;
    await aParticipant(met, { memberId, side: "R" });
    await db.callGrant.create({
      data: {
        ...{ id: newId(), workspaceId, callId: given.id, memberId },
        ...{ level: "edit", source: "direct" },
      },
    });
  }
  const offers = async (actor: Member) =>
    Object.fromEntries((await list(actor, "sort=title")).rows.map((row) => [row.title, row.can]));
  const [all, none] = [
    { retry: true, delete: true, update: true },
    { retry: false, delete: false, update: false },
  ];
  const edited = { ...none, update: true };
  expect(await offers(rep)).toEqual({ given: all, met: all, open: all });
  expect(await offers(admin)).toEqual({ given: edited, met: all, open: all });
  expect(await offers(manager)).toEqual({ given: edited, met: none, open: all });
  expect(await offers(mate)).toEqual({ given: edited, met: none, open: none });

  for (const actor of [rep, admin, manager, mate])
    for (const { callId, can: offered } of (await list(actor)).rows) {
      const call = await db.call.findFirstOrThrow({ where: { id: callId }, select: callAccess });
      expect(offered).toEqual({
        retry: can(actor, "recording.retry", call),
        delete: can(actor, "call.delete", call),
        update: can(actor, "call.update", call),
      });
    }
});

test("owners and teams to filter for are the workspace's own, as they are now", async () => {
  const gone = await aMember(workspace);
  await db.member.updateMany({ where: { id: gone.memberId }, data: { state: "deactivated" } });
  await aMember(await aWorkspace());
  await aTeam(workspace, { deletedAt: new Date() });
  await aTeam(await aWorkspace());
  const { lists } = (await listRecordingsAndChoices(rep, read(""))).choices;
  expect(lists.member.map(({ id }) => id)).toEqual([rep.memberId]);
  expect(lists.team.map(({ id }) => id)).toEqual(rep.teamIds);
});

test("a CSV holds all pages, starts with a mark for spreadsheets, and its formulas are harmless", async () => {
  const payloads = [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    '=HYPERLINK("http://evil.example")',
    'a,"b"\nc',
  ];
  for (const title of payloads) await aListed(rep, { title });
  for (let n = 0; n < 105; n += 1) await aListed(rep, { title: `Call ${n}` });
  const csv = await listFile(rep, recordingsData, {
    ...read("limit=25"),
    zone: "Asia/Tokyo",
  });
  expect(csv.startsWith("\ufeffstarted_at,time_zone,title,")).toBe(true);
  expect(csv.split("\r\n").filter((line) => line.includes("Asia/Tokyo")).length).toBe(113);
  const cells = csv.split(/,|\r\n/).map((cell) => cell.replace(/^"/, ""));
  expect(cells.filter((cell) => /^[=+@\t\r]|^-(?!$)/.test(cell))).toEqual([]);
  expect(csv).toContain("'=1+1");
  const entries = await db.auditEntry.findMany({
    where: { workspaceId: workspace.id, event: "list.exported" },
  });
  expect(entries).toHaveLength(1);
  expect(entries[0]?.after).toContain("113");
});

test("a search says how many calls it cannot find by their words yet, of those the reader sees", async () => {
  const arriving = async (owner: Member, state: "waiting" | "running" | "done", more = {}) => {
    const call = await aCall(owner, more);
    const { id: recordingId } = await aRecording(call, { state: "processing" });
    await db.stage.create({
      data: { workspaceId: workspace.id, recordingId, name: "transcribe", state },
    });
  };
  await arriving(rep, "waiting");
  await arriving(rep, "running", { visibility: "private" });
  await arriving(rep, "done");
  const unheard = async (actor: Member, text: string) =>
    (await listRecordingsAndChoices(actor, read(text))).unheard;
  expect(await unheard(rep, "q=nothing")).toBe(2);
  expect(await unheard(rep, "")).toBe(0);
  const admin = await aMember(workspace, { role: "admin" });
  expect(await unheard(admin, "q=nothing")).toBe(1);
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  expect(await unheard(stranger, "q=nothing")).toBe(0);
});
