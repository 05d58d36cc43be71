import * as z from "zod";
import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aMember,
  aRecording,
  aTeam,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { listFile } from "#tests/support/list-file.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { callAccess, can } from "../access/access.ts";
import { asSystem } from "../access/actor.ts";
import { logData } from "./log-export.server.ts";
import { writeCursor } from "../list/cursor.ts";
import { listEntries } from "./log-list.server.ts";
import { type LogName, parseLogQuery } from "./log-query.ts";
import { record } from "./record.server.ts";

await queueForFile();

const ask = (text = "") => parseLogQuery(new URLSearchParams(text)).query;
const all = { zone: "UTC" };

/** A workspace whose people have all done something, and another that nobody here may know of. */
async function aHouse() {
  const workspace = await aWorkspace();
  const [sales, away] = [await aTeam(workspace), await aTeam(workspace)];
  const below = await aTeam(workspace, { parentId: sales.id });
  const people: Record<string, SignedIn> = {
    admin: await aMember(workspace, { role: "admin" }),
    manager: await aMember(workspace, { role: "manager", teams: [sales] }),
    mate: await aMember(workspace, { teams: [sales] }),
    deeper: await aMember(workspace, { teams: [below] }),
    other: await aMember(workspace, { teams: [away] }),
    alone: await aMember(workspace),
  };
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  for (const person of [...Object.values(people), stranger]) {
    const call = await aCall(person, { visibility: "workspace" });
    await db.$transaction(async (tx) => {
      await record(tx, person, "call.opened", { kind: "call", id: call.id });
      await record(tx, person, "member.changed", { kind: "member", id: person.memberId });
    });
  }
  await db.$transaction((tx) => record(tx, asSystem(workspace.id, "sweep"), "recording.failed"));
  return { workspace, people, stranger };
}

test("one row and the list say the same for every role and both logs", async () => {
  const { workspace, people, stranger } = await aHouse();
  const rows = await db.auditEntry.findMany({
    where: { workspaceId: { in: [workspace.id, stranger.workspaceId] } },
  });
  const teamsOf = async (id: string | null): Promise<string[]> =>
    (await db.teamMember.findMany({ where: { memberId: id ?? newId() } })).map(
      ({ teamId }) => teamId,
    );
  for (const actor of [...Object.values(people), stranger])
    for (const log of ["system", "user"] as const) {
      const wanted: string[] = [];
      for (const row of rows) {
        const teamIds = row.actorKind === "member" ? await teamsOf(row.actor) : [];
        const calls =
          row.targetKind === "call"
            ? await db.call.findMany({ where: { id: row.target ?? "" }, select: callAccess })
            : [];
        if (can(actor, `${log}log.read`, { ...row, teamIds, calls })) wanted.push(row.id);
      }
      const { entries } = await listEntries(actor, log, ask(), all);
      expect([actor.role, log, entries.map(({ id }) => id).sort()]).toEqual([
        actor.role,
        log,
        wanted.sort(),
      ]);
    }
});

test("a manager sees the people of the scope with all below, a rep only what they did themselves", async () => {
  const { people } = await aHouse();
  const whoIn = async (name: string, log: LogName = "user") => {
    const { entries } = await listEntries(people[name] ?? expect.fail(), log, ask(), all);
    return new Set(entries.map(({ actor }) => actor));
  };
  const ids = (...names: string[]) => new Set(names.map((name) => people[name]?.memberId));
  expect(await whoIn("manager")).toEqual(ids("manager", "mate", "deeper"));
  expect(await whoIn("mate")).toEqual(ids("mate"));
  expect(await whoIn("admin")).toEqual(ids(...Object.keys(people)));
  expect(await whoIn("manager", "system")).toEqual(new Set());
});

test("a team and the workspace are named", async () => {
  const workspace = await aWorkspace();
  const admin = await aMember(workspace, { role: "admin" });
  const team = await aTeam(workspace);
  await db.$transaction(async (tx) => {
    await record(tx, admin, "team.changed", { kind: "team", id: team.id });
    await record(tx, admin, "workspace.changed", { kind: "workspace", id: workspace.id });
  });
  const { entries } = await listEntries(admin, "system", ask(), all);
  expect(entries.map(({ targetName }) => targetName)).toEqual([workspace.name, team.name]);
});

test("a call is named by its title where the reader may see it, and is found by title, address and recording", async () => {
  const workspace = await aWorkspace();
  const admin = await aMember(workspace, { role: "admin" });
  const rep = await aMember(workspace);
  const open = await aCall(rep, { title: "Lane quote, 50 % off", visibility: "workspace" });
  const hidden = await aCall(rep, { title: "Lane quote, in private", visibility: "private" });
  const recording = await aRecording(open);
  await db.$transaction(async (tx) => {
    for (const { id } of [open, hidden]) await record(tx, rep, "call.opened", { kind: "call", id });
    await record(tx, rep, "recording.retried", { kind: "recording", id: recording.id });
    await record(tx, rep, "call.opened", { kind: "call", id: "no id of ours" });
  });
  const read = async (reader: SignedIn, target: string) => {
    const query = ask(new URLSearchParams({ target }).toString());
    const { entries } = await listEntries(reader, "user", query, all);
    return entries.map(({ targetKind, targetName }) => [targetKind, targetName]).sort();
  };
  const ofOpen = [
    ["call", open.title],
    ["recording", open.title],
  ];
  expect(await read(admin, "lane QUOTE")).toEqual(ofOpen);
  expect(await read(admin, "50 %")).toEqual(ofOpen);
  expect(await read(admin, "in private")).toEqual([]);
  expect(await read(rep, "lane quote")).toEqual([["call", hidden.title], ...ofOpen].sort());
  expect(await read(admin, `https://parley.test/playback/${open.id}?t=12`)).toEqual(ofOpen);
  expect(await read(admin, `/recordings/${recording.id}`)).toEqual(ofOpen);
  expect(await read(admin, hidden.id)).toEqual([]);
  expect(await read(admin, "no id of ours")).toEqual([]);
  expect(await read(rep, "no id of ours")).toEqual([["call", null]]);
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  expect(await read(stranger, "lane")).toEqual([]);
  expect(await read(stranger, open.id)).toEqual([]);
});

test("of a private call nobody else reads a line: in the list, in files, by any filter; with private access all, deleted or not", async () => {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  const rep = await aMember(workspace, { teams: [team] });
  const admin = await aMember(workspace, { role: "admin" });
  const manager = await aMember(workspace, { role: "manager", teams: [team] });
  const hidden = await aCall(rep, { visibility: "private", teamId: team.id, kind: "upload" });
  const recording = await aRecording(hidden);
  const later = await aCall(rep, { visibility: "workspace", kind: "upload" });
  await db.$transaction(async (tx) => {
    await record(tx, rep, "call.opened", { kind: "call", id: hidden.id });
    await record(tx, rep, "upload.begun", { kind: "recording", id: recording.id });
    await record(
      tx,
      rep,
      "library.item_added",
      { kind: "library", id: newId() },
      {
        after: { call: hidden.id },
      },
    );
    await record(tx, asSystem(workspace.id, "pipeline"), "recording.ready", {
      ...{ kind: "recording", id: recording.id },
    });
    await record(
      tx,
      rep,
      "bulk.started",
      { kind: "bulk_run", id: newId() },
      {
        after: { kind: "labels", calls: 3 },
      },
    );
    await record(tx, rep, "call.trashed", { kind: "call", id: hidden.id });
    await record(tx, rep, "call.trashed", { kind: "call", id: later.id });
  });
  await db.call.updateMany({
    where: { id: { in: [hidden.id, later.id] } },
    data: { state: "trashed", trashedAt: new Date() },
  });
  const ofHidden = ["call.opened", "call.trashed", "library.item_added", "upload.begun"];
  const read = async (reader: SignedIn, text = "", log: LogName = "user") =>
    (await listEntries(reader, log, ask(text), all)).entries.map(({ event }) => event).sort();
  const another = await aMember(workspace, { role: "admin" });
  // As deactivations were written once.
  await db.$transaction((tx) =>
    record(
      tx,
      another,
      "member.deactivated",
      { kind: "member", id: newId() },
      { after: { successor: rep.memberId, calls: 44, revoked: { grants: 3, links: 1 } } },
    ),
  );
  const [out] = (await listEntries(admin, "system", ask("event=member.deactivated"), all)).entries;
  expect(out?.after).toBe(`{"successor":"${rep.memberId}"}`);
  for (const reader of [admin, manager]) {
    expect(await read(reader)).toEqual(["bulk.started", "call.trashed"]);
    for (const id of [hidden.id, recording.id, hidden.id.slice(-12)])
      expect(await read(reader, `target=${id}`)).toEqual([]);
    expect(await read(reader, "event=upload.begun")).toEqual([]);
    for (const form of ["csv", "jsonl"] as const) {
      const file = await listFile(reader, logData("user"), { ...ask(), zone: "UTC" }, form);
      expect(file).toContain(later.id);
      expect(file).not.toMatch(new RegExp(`${hidden.id}|${recording.id}|calls`));
    }
  }
  expect(await read(admin, "event=recording.ready", "system")).toEqual([]);
  expect(await read(rep)).toEqual([...ofHidden, "bulk.started", "call.trashed"].sort());

  const privileged = { ...admin, privateUntil: new Date(Date.now() + 60_000).toISOString() };
  expect(await read(privileged)).toEqual([...ofHidden, "bulk.started", "call.trashed"].sort());
  expect(await read(privileged, "event=recording.ready", "system")).toEqual(["recording.ready"]);
  const eyes = { ...rep, impersonator: { memberId: admin.memberId, name: admin.name } };
  expect(await read(eyes)).toEqual(["bulk.started", "call.trashed"]);
});

test("filters choose by event, actor, target, address and day; pages follow each other without a gap", async () => {
  const admin = await aMember(await aWorkspace(), { role: "admin" });
  const target = newId();
  for (let n = 0; n < 7; n += 1)
    await db.$transaction((tx) =>
      record(
        tx,
        { ...admin, origin: { ...admin.origin, ip: n % 2 === 0 ? "203.0.113.9" : "2001:db8::7" } },
        n < 3 ? "call.opened" : "call.updated",
        { kind: "call", id: n === 0 ? target : newId() },
      ),
    );
  const count = async (text: string) =>
    (await listEntries(admin, "user", ask(text), all)).entries.length;
  expect(await count("event=call.opened")).toBe(3);
  expect(await count(`actor=${admin.memberId}`)).toBe(7);
  expect(await count(`actor=${newId()}`)).toBe(0);
  expect(await count(`target=${target}`)).toBe(1);
  expect(await count("ip=203.0.113.")).toBe(4);
  expect(await count("ip=2001:DB8")).toBe(3);
  const today = new Date().toISOString().slice(0, 10);
  expect(await count(`from=${today}&to=${today}`)).toBe(7);
  expect(await count("to=2020-01-01")).toBe(0);
  const seen: string[] = [];
  for (let before: string | null = null, isMore = true; isMore; ) {
    const page: Awaited<ReturnType<typeof listEntries>> = await listEntries(
      admin,
      "user",
      { ...ask(), before },
      { zone: "UTC", limit: 3 },
    );
    seen.push(...page.entries.map(({ id }) => id));
    before = page.next;
    isMore = before !== null;
  }
  expect(new Set(seen).size).toBe(7);
  expect(seen).toHaveLength(7);
});

test.each([
  "event=nothing",
  "ip='; DROP",
  "from=2026-13-45",
  "from=2026-02-31",
  "from=0000-01-01",
  "to=0000-12-31",
  "to=9999-12-31",
  "from=0001-01-01",
  "before=x",
  "actor=nobody",
  "to=yesterday",
])("%s is left out or finds nothing, and breaks nothing", async (text) => {
  const admin = await aMember(await aWorkspace(), { role: "admin" });
  await expect(listEntries(admin, "user", ask(text), all)).resolves.toBeDefined();
});

test("a cursor that cannot be read is the newest page; one of another workspace shows only one's own", async () => {
  const { people, stranger } = await aHouse();
  const admin = people["admin"] ?? expect.fail();
  const [theirs] = (await listEntries(stranger, "user", ask(), all)).entries;
  const idsOf = async (before: string) => {
    const page = await listEntries(admin, "user", { ...ask(), before }, all);
    return page.entries.map(({ id }) => id);
  };
  const own = (await listEntries(admin, "user", ask(), all)).entries.map(({ id }) => id);
  for (const before of ["x", theirs?.id ?? "", writeCursor({ value: "x", id: newId() })]) {
    expect(await idsOf(before)).toEqual(own);
    const { query, ignored } = parseLogQuery(new URLSearchParams({ before }));
    expect(query.before).toBeNull();
    expect(ignored).toEqual([{ key: "before", value: before }]);
  }
  const foreign = writeCursor({ value: theirs?.at ?? "", id: theirs?.id ?? "" });
  expect(ask(`before=${foreign}`).before).toBe(foreign);
  expect(own).toEqual(expect.arrayContaining(await idsOf(foreign)));
});

test("an export holds what the list shows, as CSV without formulas and as a JSON object a line", async () => {
  const { people } = await aHouse();
  const admin = people["admin"] ?? expect.fail();
  await db.$transaction((tx) =>
    record(
      tx,
      { ...admin, origin: { ...admin.origin, agent: "=cmd|' /C calc'!A0\r\nx" } },
      "call.opened",
    ),
  );
  const listed = (await listEntries(admin, "user", ask(), all)).entries;
  const inUtc = { ...ask(), zone: "UTC" };
  const csv = await listFile(admin, logData("user"), inUtc);
  expect(csv.startsWith("\uFEFFat,event,")).toBe(true);
  expect(csv).toContain("'=cmd");
  expect(csv.match(/call\.opened/g)).toHaveLength(listed.length);
  const lines = await listFile(admin, logData("user"), inUtc, "jsonl");
  expect(
    lines
      .trim()
      .split("\n")
      .map((line) => z.object({ id: z.string() }).parse(JSON.parse(line)).id),
  ).toEqual(listed.map(({ id }) => id));
  const exported = await db.auditEntry.findMany({
    where: { workspaceId: admin.workspaceId, event: "log.exported" },
    orderBy: { id: "asc" },
  });
  expect(exported.map(({ log, after }) => [log, after])).toEqual([
    ["system", `{"log":"user","format":"csv","rows":${listed.length}}`],
    ["system", `{"log":"user","format":"jsonl","rows":${listed.length}}`],
  ]);
  await expect(
    listFile(people["mate"] ?? expect.fail(), logData("system"), inUtc),
  ).rejects.toMatchObject({ code: "forbidden" });
});
