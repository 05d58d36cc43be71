import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import type { Member } from "#app/core/domain/access/actor.ts";
import { deriveVersion } from "#app/core/domain/analysis/derive.server.ts";
import { listSearch } from "#app/core/domain/analytics/query.ts";
import {
  TALK_METRIC,
  TALK_METRICS,
  type TalkMetric,
  writeTalkFilter,
} from "#app/core/domain/analytics/talk-metrics.ts";
import { parseTalkQuery } from "#app/core/domain/analytics/talk-query.ts";
import { getTalkStats } from "#app/core/domain/analytics/talk-stats.server.ts";
import type { TalkFigures, TalkQuery } from "#app/core/domain/analytics/talk-stats-views.ts";
import { writeList } from "#app/core/domain/list/list-file.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  anAddress,
  aHistory,
  type chance,
  counts,
  type Stored,
} from "#tests/support/analytics-history.ts";
import {
  aCall,
  aMember,
  aParticipant,
  aTeam,
  aTranscript,
  aWorkspace,
  type Said,
} from "#tests/support/factories.ts";
import { getPlayback } from "./playback.server.ts";
import { listRecordings } from "./recordings.server.ts";
import { parseRecordingsQuery } from "./recordings-query.ts";
import { talkStatsData } from "./talk-stats-export.server.ts";

const NOW = new Date("2027-01-06T12:00:00Z");
const run = promisify(execFile);

type Random = ReturnType<typeof chance>;
const EN = ["So", "what", "does", "the", "plan", "cost", "um", "we", "ship", "on", "Friday"];
const JA = ["それでは", "来週", "見積もり", "を", "送り", "ます"];

/** A talk of some turns: short and long ones, with pauses, questions, and both at once now and then. */
function aTalk(random: Random, [ours, theirs]: [string, string], isJapanese: boolean): Said[] {
  const words = isJapanese ? JA : EN;
  const turns = random.of([6, 24, 30, 44]);
  const said: Said[] = [];
  for (let no = 0, at = 0; no < turns; no += 1) {
    const length = 2_000 + Math.floor(random.next() * 9_000);
    const count = Math.max(3, Math.floor(length / 350));
    const text = Array.from({ length: count }, () => random.of(words)).join(isJapanese ? "" : " ");
    said.push({
      participantId: no % 2 === 0 ? ours : theirs,
      ...{ t0Ms: at, t1Ms: at + length },
      text: random.is(0.4) ? `${text}${isJapanese ? "か。" : "?"}` : text,
    });
    at += length + Math.floor(random.next() * 2_400) - (random.is(0.25) ? 1_200 : 0);
  }
  return said;
}

/** Gives most calls words, and numbers by the stage that makes them. */
async function speak({
  made,
  random,
}: Pick<Awaited<ReturnType<typeof aHistory>>, "made" | "random">) {
  for (const { call, owner } of made) {
    if (call.state !== "available" || random.is(0.08)) continue;
    const quality = random.of(["A", "A", "A", "B", "C"] as const);
    await db.call.update({
      where: { workspaceId_id: { workspaceId: call.workspaceId, id: call.id } },
      data: { quality },
    });
    const us = await aParticipant(call, { side: "R", memberId: owner.memberId });
    const them = await aParticipant(call, { lane: 1 });
    const isUnknown = quality === "C" && random.is(0.5);
    const talk = aTalk(random, [us.id, them.id], call.language === "ja");
    await aTranscript(
      call,
      isUnknown ? talk.map((said) => ({ ...said, participantId: null })) : talk,
      { language: call.language ?? "en", ...(random.is(0.15) && { spread: 0.4 }) },
    );
    await deriveVersion({ workspaceId: call.workspaceId, callId: call.id }, 1);
  }
}

// Computed a second time: product §11 and §14, decisions §11, from each call's own numbers as `metrics.json` gives them.

type Heard = { value: number | null; reason: string | null };
const own = new Map<string, Map<TalkMetric, Heard>>();

async function readOwnNumbers({ made }: Pick<Awaited<ReturnType<typeof aHistory>>, "made">) {
  for (const { call, owner } of made) {
    if (call.state !== "available") continue;
    const { metrics } = await getPlayback(owner, call.id);
    const numbers = new Map<TalkMetric, Heard>();
    const sides = metrics?.metrics.find(({ key }) => key === "talk_ratio")?.reason;
    for (const metric of TALK_METRICS) {
      const found = metrics?.metrics.find(
        ({ key, side, participantId }) =>
          key === metric &&
          participantId === null &&
          (side === null || side === TALK_METRIC[metric].side),
      );
      // Morae a second stand beside morae a minute.
      const value = metric === "speed_morae" ? found?.parts["perSecond"] : found?.value;
      if (metrics === null) numbers.set(metric, { value: null, reason: "not_analysed" });
      else if (found === undefined) numbers.set(metric, { value: null, reason: "other_language" });
      else if (found.reason !== null) numbers.set(metric, { value: null, reason: found.reason });
      else if (sides === "sides_unknown")
        numbers.set(metric, { value: null, reason: "sides_unknown" });
      else numbers.set(metric, { value: value ?? null, reason: null });
    }
    own.set(call.id, numbers);
  }
}

const heard = (call: Stored, metric: TalkMetric): Heard =>
  own.get(call.id)?.get(metric) ?? expect.fail(`no numbers of ${call.id}`);

/** Four digits, of values that are kept with seven. */
const near = (value: number | null): unknown => (value === null ? null : expect.closeTo(value, 3));

/** Quantiles lie linearly between the closest two; of fewer than five there are none. */
function figures(calls: readonly Stored[], metric: TalkMetric): Record<keyof TalkFigures, unknown> {
  const counted = calls.flatMap((call) => {
    const { value } = heard(call, metric);
    return value === null ? [] : [{ value, weight: call.durationMs ?? 0 }];
  });
  const n = counted.length;
  const leftOut = calls.length - n;
  if (n < 5)
    return {
      ...{ n, leftOut, mean: null, byTime: null, median: null, q1: null, q3: null },
      ...{ least: null, most: null },
    };
  const sorted = counted.map(({ value }) => value).toSorted((a, b) => a - b);
  const at = (share: number): number => {
    const place = share * (n - 1);
    const [low = 0, high = low] = [sorted[Math.trunc(place)], sorted[Math.trunc(place) + 1]];
    return low + (high - low) * (place - Math.trunc(place));
  };
  let [sum, weighed, weight] = [0, 0, 0];
  for (const one of counted) {
    sum += one.value;
    weighed += one.value * one.weight;
    weight += one.weight;
  }
  return {
    ...{ n, leftOut, mean: near(sum / n), byTime: near(weighed / weight), median: near(at(0.5)) },
    ...{ q1: near(at(0.25)), q3: near(at(0.75)), least: near(at(0)), most: near(at(1)) },
  };
}

let history: Awaited<ReturnType<typeof aHistory>>;
let stored: Stored[];
let zones: Map<string, string>;

beforeAll(async () => {
  history = await aHistory(230);
  await speak(history);
  await readOwnNumbers(history);
  const { id: workspaceId } = history.workspace;
  stored = await db.call.findMany({ where: { workspaceId } });
  const members = await db.member.findMany({ where: { workspaceId } });
  zones = new Map(members.map(({ id, timeZone }) => [id, timeZone ?? "Europe/Berlin"]));
});

/** The recorded calls that count for the reader, in the period or in the one before it. */
function mine(actor: Member, query: TalkQuery, isBefore = false): Stored[] {
  const { period } = query;
  const asked = isBefore
    ? { ...query, period: { ...period, from: period.beforeFrom, to: period.beforeTo } }
    : query;
  return stored.filter((call) => call.state === "available" && counts(actor, asked, zones, call));
}

/** What the page is asked for, at random; the same seed asks for the same. */
function aQuery() {
  const { random, one, two, reps, manager, admin } = history;
  const actor = random.of([manager, admin, reps[1] ?? expect.fail(), reps[0] ?? expect.fail()]);
  const search = anAddress(random, {
    teams: [one.id, two.id],
    members: reps.map(({ memberId }) => memberId),
  });
  if (random.is(0.8)) search.set("metric", random.of(TALK_METRICS));
  if (random.is(0.2)) search.set("order", "value");
  const zone = random.of(["UTC", "Asia/Tokyo", "America/New_York", "Europe/Berlin"]);
  const { query, ignored } = parseTalkQuery(search, zone, NOW);
  expect(ignored).toEqual([]);
  return { actor, query, zone, search };
}

test("the history holds what it is for", () => {
  const reasons = new Set(
    [...own.values()].flatMap((numbers) =>
      [...numbers.values()].flatMap(({ reason }) => reason ?? []),
    ),
  );
  for (const reason of [
    "class_c",
    "sides_unknown",
    "too_short",
    "times_estimated",
    "other_language",
    "not_analysed",
  ])
    expect([...reasons]).toContain(reason);
  const values = [...own.values()].map((numbers) => numbers.get("talk_ratio")?.value ?? null);
  expect(values.filter((value) => value !== null).length).toBeGreaterThan(40);
});

test("every figure is that of its calls' own numbers, for thirty filter sets", async () => {
  for (let round = 0; round < 30; round += 1) {
    const { actor, query, search } = aQuery();
    const { metric } = query;
    const view = await getTalkStats(actor, query);
    const calls = mine(actor, query);
    const before = mine(actor, query, true);
    const about = `${search.toString()} as ${actor.role}`;

    expect([about, view.all]).toEqual([about, figures(calls, metric)]);
    expect([about, view.allBefore]).toEqual([about, figures(before, metric)]);
    expect(new Set(view.people.map(({ memberId }) => memberId))).toEqual(
      new Set(calls.map(({ ownerId }) => ownerId)),
    );
    for (const { memberId, name: _, isReader, values, ...of } of view.people) {
      const theirs = calls.filter(({ ownerId }) => ownerId === memberId);
      expect([about, of]).toEqual([about, figures(theirs, metric)]);
      expect(isReader).toBe(memberId === actor.memberId);
      expect(values).toEqual(
        theirs
          .flatMap((call) => heard(call, metric).value ?? [])
          .toSorted((a, b) => a - b)
          .map(near),
      );
    }
    const isOwn = [...calls, ...before].some(({ ownerId }) => ownerId === actor.memberId);
    const ownPast = before.filter(({ ownerId }) => ownerId === actor.memberId);
    expect(view.ownBefore === null).toBe(!isOwn);
    if (view.ownBefore !== null) {
      const { memberId: _, name: __, isReader: ___, values: ____, ...of } = view.ownBefore;
      expect([about, of]).toEqual([about, figures(ownPast, metric)]);
    }
    for (const line of view.lines) {
      const of = (all: readonly Stored[]) => {
        const whose = isOwn ? all.filter(({ ownerId }) => ownerId === actor.memberId) : all;
        const { n, mean, median } = figures(whose, line.metric);
        return { n, value: isOwn ? median : mean };
      };
      expect([line.metric, { n: line.n, value: line.now }]).toEqual([line.metric, of(calls)]);
      expect([line.metric, { n: line.nBefore, value: line.before }]).toEqual([
        line.metric,
        of(before),
      ]);
    }
    const why = Map.groupBy(
      calls.flatMap((call) => heard(call, metric).reason ?? []),
      (reason) => reason,
    );
    expect(new Map(view.reasons.map(({ reason, n }) => [reason, n]))).toEqual(
      new Map([...why].map(([reason, all]) => [reason, all.length])),
    );
  }
});

test("each number opens a list of as many calls", async () => {
  for (let round = 0; round < 8; round += 1) {
    const { actor, query, zone } = aQuery();
    const { metric, config } = query;
    const view = await getTalkStats(actor, query);
    const listed = async (out: string | null, owner?: string): Promise<number> => {
      const address = new URLSearchParams({ figure: writeTalkFilter({ metric, out, config }) });
      for (const [key, value] of Object.entries(listSearch(query)))
        for (const item of [value ?? []].flat()) address.append(key, item);
      if (owner !== undefined) address.set("owner", owner);
      const read = parseRecordingsQuery(address, zone);
      expect(read.ignored).toEqual([]);
      return (await listRecordings(actor, read.query)).count;
    };
    expect(await listed(null)).toBe(view.all.n);
    expect(await listed("out")).toBe(view.all.leftOut);
    for (const { reason, n } of view.reasons)
      expect([reason, await listed(reason)]).toEqual([reason, n]);
    for (const { memberId, n, leftOut } of view.people.slice(0, 2))
      expect([await listed(null, memberId), await listed("out", memberId)]).toEqual([n, leftOut]);
  }
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

test("the speeds of both sides are the medians of each week's calls, words and morae apart", async () => {
  const { made, admin, reps } = history;
  const speeds = new Map<string, { us: number; them: number; isMorae: boolean }>();
  for (const { call, owner } of made) {
    if (call.state !== "available") continue;
    const { metrics } = await getPlayback(owner, call.id);
    const isMorae = call.language === "ja";
    const of = (wanted: "R" | "C") => {
      const found = metrics?.metrics.find(
        ({ key, side, participantId, reason }) =>
          key === (isMorae ? "speed_morae" : "speed") &&
          side === wanted &&
          participantId === null &&
          reason === null,
      );
      return (isMorae ? found?.parts["perSecond"] : found?.value) ?? null;
    };
    const [us, them] = [of("R"), of("C")];
    if (us !== null && them !== null) speeds.set(call.id, { us, them, isMorae });
  }
  const middle = (values: readonly number[]) => {
    const sorted = values.toSorted((a, b) => a - b);
    const half = sorted.length / 2;
    return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
  };
  let weeks = 0;
  for (const actor of [admin, reps[1] ?? expect.fail()])
    for (const metric of ["speed", "speed_morae"]) {
      const search = new URLSearchParams({ metric, range: "last-13w" });
      const { query } = parseTalkQuery(search, "Asia/Tokyo", NOW);
      const { pace } = await getTalkStats(actor, query);
      for (const { from, to, us, them, n } of pace ?? expect.fail("somebody spoke")) {
        const calls = mine(actor, { ...query, period: { ...query.period, from, to } }).flatMap(
          ({ id }) => {
            const found = speeds.get(id);
            return found?.isMorae === (metric === "speed_morae") ? [found] : [];
          },
        );
        expect([from, n]).toEqual([from, calls.length]);
        if (n === 0) continue;
        weeks += 1;
        expect([us, them]).toEqual([
          expect.closeTo(middle(calls.map((one) => one.us)), 2),
          expect.closeTo(middle(calls.map((one) => one.them)), 2),
        ]);
      }
    }
  expect(weeks).toBeGreaterThan(10);
});

test("a person's calls stand open from the largest, and only those the reader counts", async () => {
  const { manager, reps } = history;
  const person = reps[2] ?? expect.fail();
  const search = new URLSearchParams({ metric: "longest_monologue", person: person.memberId });
  const { query } = parseTalkQuery(search, "UTC", NOW);
  const { calls } = await getTalkStats(manager, query);
  const theirs = mine(manager, query).filter(({ ownerId }) => ownerId === person.memberId);
  const values = calls?.rows.map(({ value }) => value) ?? expect.fail();
  expect(values).toEqual(
    theirs
      .map((call) => heard(call, "longest_monologue").value)
      .toSorted((a, b) => (b ?? -1) - (a ?? -1))
      .slice(0, 10),
  );
  for (const { at, value } of calls?.rows ?? [])
    if (value !== null) expect((at?.t1Ms ?? 0) - (at?.t0Ms ?? 0)).toBe(value);
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  expect((await getTalkStats(stranger, query)).calls).toBeNull();
  expect((await getTalkStats(reps[3] ?? expect.fail(), query)).calls).toBeNull();
});

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
    await db.metricRow.create({
      data: {
        ...{ workspaceId: owner.workspaceId, config: "metrics@3", callId: call.id, side: "R" },
        ...{ subject: call.id, startedAt, kind: "upload", durationMs: 60_000, speechMs: 30_000 },
        talkRatio,
      },
    });
  }
}

test("who sees themselves only sees the median of five people with five numbers each, and nothing besides", async () => {
  const workspace = await aWorkspace();
  const teams = [await aTeam(workspace)];
  const reps: Member[] = [];
  for (let n = 0; n < 5; n += 1) reps.push(await aMember(workspace, { teams }));
  const { query } = parseTalkQuery(new URLSearchParams({ range: "last-month" }), "UTC", new Date());
  const inside = query.period.from;
  for (const [at, rep] of reps.entries())
    await numbers(
      rep,
      Array.from({ length: at === 4 ? 4 : 5 }, () => 0.3 + at / 10),
      inside,
    );
  const [rep = expect.fail(), , , , last = expect.fail()] = reps;
  expect(await getTalkStats(rep, query)).toMatchObject({ team: null, noTeam: "few" });
  await numbers(last, [0.7], inside);
  const view = await getTalkStats(rep, query);
  expect(view.team).toEqual({
    ...{ people: 5, median: 0.5, mean: null, byTime: null, q1: null, q3: null, marks: [] },
  });
  expect(view.people.map(({ memberId }) => memberId)).toEqual([rep.memberId]);
  expect(view.all).toMatchObject({ n: 5, mean: 0.3 });
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
