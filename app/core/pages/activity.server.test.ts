import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { listRecordings } from "./recordings.server.ts";
import { parseRecordingsQuery } from "./recordings-query.ts";
import {
  anAddress,
  aHistory,
  counts,
  type Stored,
  wall,
} from "#tests/support/analytics-history.ts";
import {
  aCall,
  aDeal,
  aDealStage,
  aMember,
  aRecording,
  aTeam,
  aWorkspace,
} from "#tests/support/factories.ts";
import { getActivity } from "#app/core/domain/analytics/activity.server.ts";
import { MEASURES } from "#app/core/domain/analytics/measures.ts";
import { parseAnalyticsQuery } from "#app/core/domain/analytics/parse-query.ts";
import { listSearch } from "#app/core/domain/analytics/query.ts";

const NOW = new Date("2027-01-06T12:00:00Z");

async function aRequest(
  call: { id: string; workspaceId: string },
  by: Member,
  of: Member,
  answeredIn: number | null,
  waitingMs = 0,
): Promise<void> {
  const { workspaceId } = call;
  const comment = await db.comment.create({
    data: { id: newId(), workspaceId, callId: call.id, authorId: by.memberId, body: "?" },
  });
  const createdAt = new Date(Date.parse("2026-12-01T00:00:00Z") + waitingMs);
  await db.feedbackRequest.create({
    data: {
      ...{ id: newId(), workspaceId, callId: call.id, commentId: comment.id, createdAt },
      ...{ memberId: of.memberId, byId: by.memberId },
      answeredAt: answeredIn === null ? null : new Date(createdAt.getTime() + answeredIn * 1e9),
    },
  });
}

// Computed a second time: product §11 and decisions §11 over all rows, one by one.

function total(calls: readonly Stored[]) {
  const held = calls.filter(({ state }) => state === "ended" || state === "available");
  const connected = held.filter(({ isConnected }) => isConnected === true);
  const recorded = calls.filter(({ state }) => state === "available");
  const empty = calls.filter(
    ({ state, stateReason }) => state === "empty" && stateReason !== "discarded",
  );
  return {
    held: held.length,
    connected: connected.length,
    externalMs: connected.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0),
    companies: new Set(held.flatMap(({ companyId }) => companyId ?? [])).size,
    recorded: recorded.length,
    recordable: recorded.length + empty.length,
    reviewed: recorded.filter(({ reviewedAt }) => reviewedAt !== null).length,
  };
}

function middle(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  if (sorted.length === 0) return null;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(half)] ?? 0)
    : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
}

test("every figure is that of its calls, for twenty filter sets, and its list holds as many", async () => {
  const { workspace, one, two, reps, manager, admin, made, random } = await aHistory(260);
  for (const { call, owner } of made)
    if (random.is(0.2)) {
      await aRequest(call, owner, manager, random.is(0.7) ? random.next() : null);
      // A second one, of somebody else and later, makes no second call of it.
      if (random.is(0.5)) await aRequest(call, manager, owner, random.next(), 60_000);
    }
  const stored = await db.call.findMany({ where: { workspaceId: workspace.id } });
  const requests = await db.feedbackRequest.findMany({ where: { workspaceId: workspace.id } });
  const members = await db.member.findMany({ where: { workspaceId: workspace.id } });
  const zones = new Map(members.map(({ id, timeZone }) => [id, timeZone ?? "Europe/Berlin"]));
  const someRep = reps[1] ?? expect.fail();
  for (let n = 0; n < 20; n += 1) {
    const actor = random.of([manager, admin, someRep]);
    const search = anAddress(random, {
      teams: [one.id, two.id],
      members: reps.map(({ memberId }) => memberId),
    });
    const zone = random.of(["UTC", "Asia/Tokyo", "America/New_York", "Europe/Berlin"]);
    const { query, ignored } = parseAnalyticsQuery(search, zone, NOW);
    expect(ignored).toEqual([]);
    const view = await getActivity(actor, query);
    const mine = stored.filter((call) => counts(actor, query, zones, call));
    const { beforeFrom, beforeTo } = query.period;
    const earlier = { ...query, period: { ...query.period, from: beforeFrom, to: beforeTo } };

    expect([search.toString(), view.now]).toEqual([search.toString(), total(mine)]);
    expect(view.before).toEqual(
      total(stored.filter((call) => counts(actor, earlier, zones, call))),
    );
    const ownNow = mine.filter(({ ownerId }) => ownerId === actor.memberId);
    const ownBefore = stored.filter(
      (call) => call.ownerId === actor.memberId && counts(actor, earlier, zones, call),
    );
    expect(view.ownBefore).toEqual(
      ownNow.length + ownBefore.length === 0 ? null : total(ownBefore),
    );
    for (const { memberId, name: _, isReader, ...of } of view.people) {
      expect(of).toEqual(total(mine.filter(({ ownerId }) => ownerId === memberId)));
      expect(isReader).toBe(memberId === actor.memberId);
    }
    expect(new Set(view.people.map(({ memberId }) => memberId))).toEqual(
      new Set(mine.map(({ ownerId }) => ownerId)),
    );
    for (const { from, to, ...of } of view.weeks)
      expect(of).toEqual(
        total(
          mine.filter(({ startedAt }) => {
            const { date } = wall(startedAt ?? NOW, zone);
            return date >= from && date <= to;
          }),
        ),
      );
    expect(view.weeks.reduce((sum, { held }) => sum + held, 0)).toBe(view.now.held);
    for (const { day, hour, calls } of view.hours)
      expect(calls).toBe(
        total(
          mine.filter(({ startedAt }) => {
            const at = wall(startedAt ?? NOW, zone);
            return at.day === day && at.hour === hour;
          }),
        ).held,
      );
    expect(view.hours.reduce((sum, { calls }) => sum + calls, 0)).toBe(view.now.held);
    const waits = mine.flatMap(({ id, state }) => {
      const [first] = requests
        .filter(
          ({ callId, answeredAt }) => callId === id && state !== "empty" && answeredAt !== null,
        )
        .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
      return first?.answeredAt ? [first.answeredAt.getTime() - first.createdAt.getTime()] : [];
    });
    expect(view.feedback.n).toBe(waits.length);
    expect(view.feedback.medianMs ?? 0).toBeCloseTo(middle(waits) ?? 0, 0);

    const listed = async (more: Record<string, string>): Promise<number> => {
      const address = new URLSearchParams(more);
      for (const [key, value] of Object.entries(listSearch(query)))
        for (const item of [value ?? []].flat()) address.append(key, item);
      const read = parseRecordingsQuery(address, zone);
      expect(read.ignored).toEqual([]);
      return (await listRecordings(actor, read.query)).count;
    };
    const wanted = {
      ...view.now,
      feedback: view.feedback.n,
      company: total(mine.filter(({ companyId }) => companyId)).held,
    };
    for (const counted of MEASURES)
      expect([counted, await listed({ counted })]).toEqual([counted, wanted[counted]]);
    const [hottest] = view.hours;
    if (hottest)
      expect(await listed({ counted: "held", at: `${hottest.day}-${hottest.hour}` })).toBe(
        hottest.calls,
      );
  }
});

test("of nothing there is nothing, and of one call its own", async () => {
  const rep = await aMember(await aWorkspace());
  const { query } = parseAnalyticsQuery(new URLSearchParams(), "UTC", new Date());
  const none = await getActivity(rep, query);
  expect(none).toMatchObject({ now: total([]), people: [], team: null, hours: [] });
  const call = await aCall(rep, { visibility: "private", isConnected: true });
  expect((await getActivity(rep, query)).now).toEqual(total([call]));
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  expect((await getActivity(stranger, query)).now).toEqual(total([]));
});

test("nobody but its owner counts a private call: not who took part, nor an admin who opened private access", async () => {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  const rep = await aMember(workspace, { teams: [team] });
  const manager = await aMember(workspace, { role: "manager", teams: [team], scopeTeams: [team] });
  const admin = await aMember(workspace, { role: "admin" });
  const { id: callId } = await aCall(rep, { visibility: "private" });
  const grant = { id: newId(), workspaceId: workspace.id, callId, memberId: manager.memberId };
  await db.callGrant.create({ data: { ...grant, level: "view", source: "direct" } });
  const { query } = parseAnalyticsQuery(new URLSearchParams(), "UTC", new Date());
  const held = async (actor: Member) => (await getActivity(actor, query)).now.held;
  expect(await held(rep)).toBe(1);
  expect(await held(manager)).toBe(0);
  const until = new Date(Date.now() + 60_000).toISOString();
  expect(await held({ ...admin, privateUntil: until })).toBe(0);
  const impersonator = { memberId: admin.memberId, name: "" };
  expect(await held({ ...rep, impersonator })).toBe(0);
});

test("the stage of a call's deal narrows figures and their list, as far as the reader may see the deal", async () => {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  const rep = await aMember(workspace, { teams: [team] });
  const manager = await aMember(workspace, { role: "manager", teams: [team], scopeTeams: [team] });
  const far = await aMember(workspace, { teams: [await aTeam(workspace)] });
  const [first, second] = [await aDealStage(workspace), await aDealStage(workspace)];
  for (const [stage, owner] of [
    [first, rep],
    [first, far],
    [second, rep],
  ] as const) {
    const call = await aCall(rep);
    await aRecording(call);
    const deal = await aDeal(owner, { stageId: stage.id });
    await db.callDeal.create({
      data: {
        ...{ workspaceId: workspace.id, callId: call.id, dealId: deal.id, isPrimary: true },
        ...{ confidence: 100, reasons: [] },
      },
    });
  }
  await aCall(rep);
  for (const [actor, wanted] of [
    [rep, 1],
    [manager, 1],
    [await aMember(workspace, { role: "admin" }), 2],
  ] as const) {
    const { query } = parseAnalyticsQuery(
      new URLSearchParams({ stage: first.id }),
      "UTC",
      new Date(),
    );
    expect((await getActivity(actor, query)).now.held).toBe(wanted);
    const address = new URLSearchParams({ stage: first.id, counted: "held" });
    expect((await listRecordings(actor, parseRecordingsQuery(address).query)).count).toBe(wanted);
  }
});
