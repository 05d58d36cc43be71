import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import type { Member } from "#app/core/domain/access/actor.ts";
import { parseTalkQuery } from "#app/core/domain/analytics/talk-query.ts";
import { getTalkStats } from "#app/core/domain/analytics/talk-stats.server.ts";
import type { TalkQuery } from "#app/core/domain/analytics/talk-stats-views.ts";
import { writeList } from "#app/core/domain/list/list-file.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aHistory } from "#tests/support/analytics-history.ts";
import { speak } from "#tests/support/analytics-talk.ts";
import { aCall, aMember, aParticipant, aTeam, aWorkspace } from "#tests/support/factories.ts";
import { talkStatsData } from "./talk-stats-export.server.ts";

const NOW = new Date("2027-01-06T12:00:00Z");
const run = promisify(execFile);

let history: Awaited<ReturnType<typeof aHistory>>;

beforeAll(async () => {
  history = await aHistory(140);
  await speak(history);
});

test("people stand by name with the reader first, and by their number once a manager asks for it", async () => {
  const { manager, reps } = history;
  const ask = (actor: Member, search: Record<string, string>) =>
    getTalkStats(actor, parseTalkQuery(new URLSearchParams(search), "UTC", NOW).query);
  const { people } = await ask(manager, {});
  const others = people.filter(({ isReader }) => !isReader).map(({ name }) => name);
  expect(others).toEqual(others.toSorted((a, b) => (a < b ? -1 : 1)));
  expect(people.findIndex(({ isReader }) => isReader)).toBeLessThanOrEqual(0);
  const ranked = await ask(manager, { order: "value" });
  const medians = ranked.people
    .filter(({ isReader }) => !isReader)
    .map(({ median }) => median ?? -1);
  expect(medians).toEqual(medians.toSorted((a, b) => b - a));
  const alone = await ask(reps[1] ?? expect.fail(), { order: "value" });
  expect(alone.people.map(({ isReader }) => isReader)).toEqual([true]);
});

test("a person's calls stand open from the largest, each with where that person said it", async () => {
  const { manager, reps } = history;
  const person = reps[2] ?? expect.fail();
  const search = new URLSearchParams({ metric: "longest_monologue", person: person.memberId });
  const { query } = parseTalkQuery(search, "UTC", NOW);
  const { calls } = await getTalkStats(manager, query);
  const lines = asLines(await written(manager, query, "json"));
  const theirs = lines.filter(
    (line) => line["group"] === "part" && line["member_id"] === person.memberId,
  );
  const values = calls?.rows.map(({ value }) => value) ?? expect.fail();
  expect(values.filter((value) => value !== null).length).toBeGreaterThan(2);
  expect(values).toEqual(
    theirs
      .map((line) => (line["value"] === null ? null : Number(line["value"])))
      .toSorted((one, other) => (other ?? -1) - (one ?? -1))
      .slice(0, 10),
  );
  const places = calls?.rows.filter(({ at }) => at !== null) ?? [];
  expect(places.length).toBeGreaterThan(0);
  for (const { at, value } of places) expect((at?.t1Ms ?? 0) - (at?.t0Ms ?? 0)).toBe(value);
  // Words without sound can be read there.
  expect(calls?.rows.some(({ hasSound }) => hasSound)).toBe(false);
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  expect((await getTalkStats(stranger, query)).calls).toBeNull();
  expect((await getTalkStats(reps[3] ?? expect.fail(), query)).calls).toBeNull();
});

type Line = Record<string, string | number | null>;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the product wrote; the test compares it
const asLines = (text: string) => JSON.parse(text) as Line[];

async function written(actor: Member, query: TalkQuery, format: "csv" | "json"): Promise<string> {
  const pieces = [];
  const heading = (column: string) => column;
  for await (const piece of await writeList(actor, talkStatsData, { query, format, heading }))
    pieces.push(piece);
  return pieces.join("");
}

test("the script that the page offers finds the same numbers in the page's JSON", async () => {
  const folder = await mkdtemp(join(tmpdir(), "talk-stats-"));
  for (const metric of ["talk_ratio", "patience", "speed"]) {
    const { query } = parseTalkQuery(new URLSearchParams({ metric }), "Asia/Tokyo", NOW);
    const file = join(folder, "talk-stats.json");
    const text = await written(history.admin, query, "json");
    await writeFile(file, text);
    const { stdout } = await run(process.execPath, ["public/talk-stats-check.mjs", file]);
    expect(stdout).toContain('"name":"all calls"');
    await writeFile(file, text.replace(/"value":[\d.]+/, '"value":1e9'));
    await expect(run(process.execPath, ["public/talk-stats-check.mjs", file])).rejects.toThrow(
      "the page shows",
    );
  }
});

test("of nothing there is nothing, and of one call only that there is one", async () => {
  const rep = await aMember(await aWorkspace());
  const { query } = parseTalkQuery(new URLSearchParams(), "UTC", new Date());
  const none = await getTalkStats(rep, query);
  expect(none).toMatchObject({ people: [], ownBefore: null, team: null, reasons: [] });
  expect(none.all).toMatchObject({ n: 0, leftOut: 0, mean: null });
  await aCall(rep, { visibility: "private" });
  const one = await getTalkStats(rep, query);
  expect(one.all).toMatchObject({ n: 0, leftOut: 1 });
  expect(one.reasons).toEqual([{ reason: "not_analysed", n: 1 }]);
});

/** Numbers without words: `values` of one metric's column. */
async function numbers(owner: Member, values: readonly number[], day: string) {
  for (const talkRatio of values) {
    const startedAt = new Date(`${day}T10:00:00Z`);
    const call = await aCall(owner, { startedAt, quality: "A" });
    const { memberId } = owner;
    const { id: subject } = await aParticipant(call, { side: "R", memberId });
    const row = {
      ...{ workspaceId: owner.workspaceId, config: "metrics@5", callId: call.id, startedAt },
      ...{ durationMs: 60_000, speechMs: 30_000, talkRatio },
      side: "R" as const,
      kind: "upload" as const,
    };
    await db.metricRow.createMany({
      data: [
        { ...row, subject: call.id },
        { ...row, subject, memberId },
      ],
    });
  }
}

test("who sees themselves only sees the median of five others with five numbers each, and nothing besides", async () => {
  const workspace = await aWorkspace();
  const teams = [await aTeam(workspace)];
  const reps: Member[] = [];
  for (let n = 0; n < 6; n += 1) reps.push(await aMember(workspace, { teams }));
  const { query } = parseTalkQuery(new URLSearchParams({ range: "last-month" }), "UTC", new Date());
  const inside = query.period.from;
  for (const [at, rep] of reps.entries())
    await numbers(
      rep,
      Array.from({ length: at === 5 ? 4 : 5 }, () => 0.2 + at / 10),
      inside,
    );
  const [rep = expect.fail()] = reps;
  const last = reps.at(-1) ?? expect.fail();
  expect(await getTalkStats(rep, query)).toMatchObject({ team: null, noTeam: "few" });
  await numbers(last, [0.7], inside);
  const view = await getTalkStats(rep, query);
  expect(view.team).toEqual({
    ...{ people: 5, median: 0.5, mean: null, byTime: null, q1: null, q3: null, marks: [] },
  });
  expect(view.people.map(({ memberId }) => memberId)).toEqual([rep.memberId]);
  expect(view.all).toMatchObject({ n: 5, mean: 0.2 });
  const narrow = parseTalkQuery(
    new URLSearchParams({ range: "last-month", config: "metrics@2" }),
    "UTC",
    new Date(),
  );
  expect(await getTalkStats(rep, narrow.query)).toMatchObject({ team: null, noTeam: "filtered" });
});

test("a private call counts for its owner alone", async () => {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  const rep = await aMember(workspace, { teams: [team] });
  const manager = await aMember(workspace, { role: "manager", teams: [team], scopeTeams: [team] });
  const admin = await aMember(workspace, { role: "admin" });
  const { id: callId } = await aCall(rep, { visibility: "private" });
  const grant = { id: newId(), workspaceId: workspace.id, callId, memberId: manager.memberId };
  await db.callGrant.create({ data: { ...grant, level: "view", source: "direct" } });
  const search = new URLSearchParams({ person: rep.memberId });
  const { query } = parseTalkQuery(search, "UTC", new Date());
  const left = async (actor: Member) => {
    const { all, calls } = await getTalkStats(actor, query);
    return [all.leftOut, calls?.rows.length ?? 0];
  };
  expect(await left(rep)).toEqual([1, 1]);
  expect(await left(manager)).toEqual([0, 0]);
  const until = new Date(Date.now() + 60_000).toISOString();
  expect(await left({ ...admin, privateUntil: until })).toEqual([0, 0]);
});
