import { afterAll, expect, test } from "vitest";
import { stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { chance } from "#tests/support/analytics-history.ts";
import { MONDAY, expectedOf, shown, type Kept } from "#tests/support/care-recomputed.ts";
import { aCall, aComment, aMember, aTeam, aWorkspace } from "#tests/support/factories.ts";
import type { Member } from "../access/actor.ts";
import {
  logCheckIn,
  markCall,
  markSuggestion,
  switchHard,
  switchWorkspaceHard,
} from "./care-writes.server.ts";
import { getTeamCare, removeOldCare } from "./team-care.server.ts";

// Wednesday; the last whole week began on the 28th of December, over the end of the year.
const NOW = new Date("2027-01-06T12:00:00Z");
const restart = stopClock(NOW);
afterAll(restart);
const HOUR = 3_600_000;

async function look(actor: Member, monday = MONDAY) {
  const view = await getTeamCare(actor, { monday, team: null });
  return { ...view, own: view.own ?? expect.fail("one's own is there") };
}

async function aHouse(people = 6, zones: readonly (string | null)[] = [null]) {
  const workspace = await aWorkspace({ timeZone: "UTC" });
  const team = await aTeam(workspace);
  const reps = [];
  for (let n = 0; n < people; n += 1)
    reps.push(
      await aMember(workspace, { teams: [team], timeZone: zones[n % zones.length] ?? null }),
    );
  const manager = await aMember(workspace, { role: "manager", teams: [team], scopeTeams: [team] });
  const [rep = expect.fail()] = reps;
  return { workspace, team, reps, rep, manager };
}

/** Connected calls of an hour, from ten on, one a working day. */
async function calls(owner: Member, count: number, more: object = {}) {
  const made = [];
  for (let n = 0; n < count; n += 1)
    made.push(
      await aCall(owner, {
        startedAt: new Date(
          Date.parse("2026-12-28T10:00:00Z") +
            n * 24 * HOUR * (n < 4 ? 1 : 0) +
            (n >= 4 ? (n - 4) * 2 * HOUR : 0),
        ),
        ...{ durationMs: 20 * 60_000, isConnected: true },
        ...more,
      }),
    );
  return made;
}

test("every figure is that of the rows, for people of several zones over half a year", async () => {
  const random = chance(15);
  const zones = ["UTC", "Asia/Tokyo", "America/New_York", "Europe/Berlin", "Asia/Kolkata"];
  const { workspace, reps, manager } = await aHouse(5, zones);
  const from = Date.parse("2026-08-20T00:00:00Z");
  for (const rep of reps)
    for (let n = 0; n < 130; n += 1) {
      const startMs = from + Math.floor((random.next() * 135 * 86_400_000) / 60_000) * 60_000;
      const call = await aCall(rep, {
        startedAt: new Date(startMs),
        durationMs: (1 + Math.floor(random.next() * 50)) * 60_000,
        isConnected: random.of([true, true, true, false, null]),
        visibility: random.of(["team", "team", "workspace", "private"] as const),
        state: random.of(["available", "ended", "available", "trashed"] as const),
      });
      if (random.is(0.4)) {
        // Whole minutes, as the second computation counts.
        const after = (days: number) =>
          Math.floor((random.next() * days * 86_400_000) / 60_000) * 60_000;
        const writtenMs = startMs + after(20);
        const isSettled = random.is(0.2);
        const comment = await aComment(call, random.of([manager, rep, random.of(reps)]), {
          kind: random.of(["plain", "praise", "suggestion", "question"] as const),
          visibility: random.of(["internal", "internal", "private"] as const),
          createdAt: new Date(writtenMs),
          ...(isSettled && {
            resolvedBy: rep.memberId,
            resolvedAt: new Date(writtenMs + after(10)),
          }),
        });
        if (random.is(0.5))
          await aComment(call, random.of([rep, rep, manager]), {
            parentId: comment.id,
            createdAt: new Date(writtenMs + 60_000 + after(12)),
          });
      }
      if (random.is(0.3))
        await db.callView.create({
          data: {
            ...{ id: newId(), workspaceId: workspace.id, callId: call.id },
            ...{ memberId: random.of([manager, random.of(reps)]).memberId, seenAt: NOW },
            seconds: Math.floor(random.next() * 200),
          },
        });
    }
  const where = { where: { workspaceId: workspace.id } };
  const kept: Kept = {
    calls: await db.call.findMany(where),
    comments: await db.comment.findMany(where),
    views: await db.callView.findMany(where),
  };
  const leaders = [manager.memberId];
  const { people } = await look(manager);
  for (const [at, rep] of reps.entries()) {
    const zone = zones[at] ?? "UTC";
    const { own } = await look(rep);
    expect([zone, expectedOf(kept, rep, leaders, zone, true)]).toEqual([zone, shown(own)]);
    const card = people?.find(({ id }) => id === rep.memberId) ?? expect.fail();
    if (card.load === null || card.lookedAfter === null) continue;
    expect([zone, expectedOf(kept, rep, leaders, zone, false)]).toEqual([
      zone,
      shown({ load: card.load, lookedAfter: card.lookedAfter }),
    ]);
  }
});

test("fewer than eight conversations say nothing: to the manager no figure, to the member no suggestion", async () => {
  const { rep, manager } = await aHouse();
  await calls(rep, 7);
  const { people } = await look(manager);
  const card = people?.find(({ id }) => id === rep.memberId);
  expect(card).toMatchObject({ calls: 7, load: null, lookedAfter: null, open: [] });
  expect((await look(rep)).own.suggestions).toEqual([]);
  await calls(rep, 1, { startedAt: new Date("2026-12-30T16:00:00Z") });
  const after = await look(manager);
  expect(after.people?.find(({ id }) => id === rep.memberId)?.load).not.toBeNull();
  expect((await look(rep)).own.suggestions.map(({ rule }) => rule)).toContain("C2");
});

test("a team has figures from five people on", async () => {
  const { reps, manager } = await aHouse(5);
  for (const rep of reps.slice(0, 4)) await calls(rep, 8);
  expect((await look(manager)).team).toBeNull();
  for (const rep of reps.slice(4)) await calls(rep, 8);
  expect((await look(manager)).team?.people).toBe(5);
});

test("of hard calls a manager sees that one waits, and nothing else", async () => {
  const { rep, manager } = await aHouse();
  const made = await calls(rep, 9);
  for (const { id: callId } of made.slice(0, 3)) await markCall(rep, { callId, isHard: true });
  const own = (await look(rep)).own;
  expect(own.hard?.calls).toHaveLength(3);
  expect(own.suggestions.map(({ rule }) => rule)).toEqual(expect.arrayContaining(["S2", "C6"]));
  const view = await look(manager);
  const card = view.people?.find(({ id }) => id === rep.memberId);
  // A day, not an hour: that would say which call it was.
  expect(card?.followUpSince).toBe(made[0]?.startedAt?.toISOString().slice(0, 10));
  const { own: _, ...ofOthers } = view;
  const text = JSON.stringify(ofOthers);
  for (const { id } of made) expect(text).not.toContain(id);
  expect(card?.open.map(({ rule }) => rule).filter((rule) => /^S|C6/.test(rule))).toEqual([]);
  expect(Object.keys(card ?? {}).toSorted()).toEqual([
    "calls",
    "followUpSince",
    "hasOptedOut",
    "id",
    "lastCheckIn",
    "load",
    "lookedAfter",
    "name",
    "open",
    "shown",
  ]);
});

test("a follow-up closes when the manager was in touch", async () => {
  const { rep, manager } = await aHouse();
  const [call = expect.fail()] = await calls(rep, 8);
  await markCall(rep, { callId: call.id, isHard: true });
  const waits = async () =>
    (await look(manager)).people?.find(({ id }) => id === rep.memberId)?.followUpSince;
  expect(await waits()).not.toBeNull();
  await logCheckIn(manager, rep.memberId);
  expect(await waits()).toBeNull();
  const { hard, checkIns } = (await look(rep)).own;
  expect(hard?.followed.whole).toBe(1);
  expect(checkIns).toEqual([]); // noted after the week that is looked at
});

test("private calls count on the member's own page alone", async () => {
  const { rep, manager } = await aHouse();
  const made = await calls(rep, 9, { visibility: "private" });
  await markCall(rep, { callId: made[0]?.id ?? "", isHard: true });
  const card = (await look(manager)).people?.find(({ id }) => id === rep.memberId);
  expect(card).toMatchObject({ calls: 0, load: null, followUpSince: null });
  expect((await look(rep)).own).toMatchObject({ calls: 9, hard: { followed: { whole: 1 } } });
});

test("each look of a manager is in the log and on the member's page; one's own is no look", async () => {
  const { rep, reps, manager } = await aHouse();
  const second = await aMember(
    { id: rep.workspaceId },
    { role: "manager", teams: [], scope: "workspace" },
  );
  await look(manager);
  await look(second);
  await look(rep);
  // A page that loads itself anew is no other look.
  await look(manager);
  const { looks } = (await look(rep)).own;
  expect(looks.map(({ by }) => by)).toEqual([second.name, manager.name]);
  expect((await look(second)).own.looks).toEqual([]);
  // Another week is.
  await look(manager, "2026-12-21");
  expect((await look(rep)).own.looks.map(({ by }) => by)).toEqual([
    ...[manager.name, second.name, manager.name],
  ]);
  const logged = await db.auditEntry.findMany({
    where: { workspaceId: rep.workspaceId, event: "care.looked_at" },
  });
  // Everybody the first leads, and for the second the first manager, too.
  expect(logged).toHaveLength(6 + 7 + 6);
  expect(new Set(logged.map(({ target }) => target))).toEqual(
    new Set([...reps, manager].map(({ memberId }) => memberId)),
  );
});

test("a member switches hard calls off, and a workspace does: then nobody is asked, nor sees one", async () => {
  const { workspace, rep, manager } = await aHouse();
  const admin = await aMember(workspace, { role: "admin" });
  const [call = expect.fail()] = await calls(rep, 8);
  await markCall(rep, { callId: call.id, isHard: true });
  await switchWorkspaceHard(admin, { on: false });
  expect((await look(rep)).own).toMatchObject({ hard: null, recent: [] });
  const ofRep = async () => (await look(manager)).people?.find(({ id }) => id === rep.memberId);
  expect((await ofRep())?.followUpSince).toBeNull();
  await switchWorkspaceHard(admin, { on: true });
  expect((await ofRep())?.followUpSince).not.toBeNull();
  await switchHard(rep, { on: false });
  expect(await ofRep()).toMatchObject({ followUpSince: null, hasOptedOut: true });
  expect((await look(rep)).own).toMatchObject({ hard: null, recent: [] });
  expect(await db.careMark.count({ where: { memberId: rep.memberId } })).toBe(0);
  await expect(switchWorkspaceHard(manager, { on: false })).rejects.toThrow("forbidden");
});

test("who leads somebody sees their card; no colleague, no admin, no manager of others does", async () => {
  const { workspace, rep, reps, manager } = await aHouse();
  for (const one of reps) await calls(one, 8);
  const admin = await aMember(workspace, { role: "admin" });
  const other = await aMember(workspace, {
    ...{ role: "manager", scopeTeams: [await aTeam(workspace)] },
  });
  expect((await look(manager)).people).toHaveLength(6);
  expect((await look(rep)).people).toBeNull();
  expect((await look(admin)).people).toBeNull();
  expect((await look(other)).people).toEqual([]);
  expect((await look(rep)).team).toBeNull();
  const impersonator = { memberId: admin.memberId, name: "" };
  const through = await getTeamCare({ ...rep, impersonator }, { monday: MONDAY, team: null });
  expect(through).toMatchObject({ own: null, people: null, manager: null, precision: null });
  expect(
    (await getTeamCare({ ...manager, impersonator }, { monday: MONDAY, team: null })).people,
  ).toBeNull();
  await expect(logCheckIn(other, rep.memberId)).rejects.toThrow("not_found");
  await expect(logCheckIn(admin, rep.memberId)).rejects.toThrow("forbidden");
  await expect(logCheckIn(manager, manager.memberId)).rejects.toThrow("not_found");
  await expect(
    markCall(reps[1] ?? expect.fail(), {
      callId: (await db.call.findFirstOrThrow({ where: { ownerId: rep.memberId } })).id,
      isHard: true,
    }),
  ).rejects.toThrow("not_found");
});

test("'not right' closes a suggestion, and counts for its rule once eight are judged", async () => {
  const { workspace, reps, rep, manager } = await aHouse(8);
  const admin = await aMember(workspace, { role: "admin" });
  await calls(rep, 8);
  const open = async () =>
    (await look(manager)).people
      ?.find(({ id }) => id === rep.memberId)
      ?.open.map(({ rule }) => rule);
  expect(await open()).toContain("C2");
  await markSuggestion(rep, { rule: "C2", monday: MONDAY, isRight: false });
  expect(await open()).not.toContain("C2");
  for (const one of reps.slice(1, 7))
    await markSuggestion(one, { rule: "C2", monday: MONDAY, isRight: true });
  expect((await look(admin)).precision).toEqual([]);
  await markSuggestion(reps[7] ?? expect.fail(), { rule: "C2", monday: MONDAY, isRight: true });
  const [found = expect.fail()] = (await look(admin)).precision ?? [];
  expect(found).toMatchObject({ rule: "C2", right: 7, judged: 8 });
  // Both ends are as far from what was found as 90 % of samples of eight would be (the score equation).
  for (const end of [found.low, found.high])
    expect(Math.abs(7 / 8 - end)).toBeCloseTo(1.6449 * Math.sqrt((end * (1 - end)) / 8), 4);
  expect((await look(manager)).precision).toBeNull();
});

test("26 weeks are kept", async () => {
  const { rep, manager } = await aHouse();
  await logCheckIn(manager, rep.memberId);
  await markSuggestion(rep, { rule: "L1", monday: MONDAY, isRight: true });
  const counts = async () => [
    await db.checkIn.count({ where: { memberId: rep.memberId } }),
    await db.careMark.count({ where: { memberId: rep.memberId } }),
  ];
  await db.$executeRaw`UPDATE check_in SET created_at = ${new Date(NOW.getTime() - 181 * 24 * HOUR)} WHERE member_id = ${rep.memberId}::uuid`;
  await db.$executeRaw`UPDATE care_mark SET created_at = ${new Date(NOW.getTime() - 181 * 24 * HOUR)} WHERE member_id = ${rep.memberId}::uuid`;
  await removeOldCare();
  expect(await counts()).toEqual([1, 1]);
  await db.$executeRaw`UPDATE check_in SET created_at = ${new Date(NOW.getTime() - 183 * 24 * HOUR)} WHERE member_id = ${rep.memberId}::uuid`;
  await db.$executeRaw`UPDATE care_mark SET created_at = ${new Date(NOW.getTime() - 183 * 24 * HOUR)} WHERE member_id = ${rep.memberId}::uuid`;
  await removeOldCare();
  expect(await counts()).toEqual([0, 0]);
});
