import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { besideAnalytics } from "./analytics-beside.server.ts";
import { listRecordings } from "./recordings.server.ts";
import { parseRecordingsQuery } from "./recordings-query.ts";
import { aHistory } from "#tests/support/analytics-history.ts";
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
import { parseAnalyticsQuery } from "#app/core/domain/analytics/parse-query.ts";

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

test("feedback: how long a call's first answered request waited, once a call, as many as its list holds", async () => {
  const { reps, manager, admin, made, random } = await aHistory(120);
  const requests: { callId: string; createdAt: number; waited: number }[] = [];
  for (const { call, owner } of made)
    if (random.is(0.4)) {
      const answeredIn = random.is(0.7) ? random.next() : null;
      await aRequest(call, owner, manager, answeredIn);
      if (answeredIn !== null)
        requests.push({ callId: call.id, createdAt: 0, waited: answeredIn * 1e9 });
      // A second one, of another and later, makes no second call of it.
      if (random.is(0.5)) {
        const later = random.next();
        await aRequest(call, manager, owner, later, 60_000);
        requests.push({ callId: call.id, createdAt: 60_000, waited: later * 1e9 });
      }
    }
  for (const [actor, more] of [
    [admin, {}],
    [admin, { language: "ja" }],
    [reps[1] ?? expect.fail(), {}],
  ] as const) {
    const search = new URLSearchParams({ from: "2026-09-01", to: "2027-02-01", ...more });
    const { query } = parseAnalyticsQuery(search, "UTC", NOW);
    const { feedback } = await getActivity(actor, query);
    const waits = made.flatMap(({ call, owner }) => {
      const isHeld = call.state !== "trashed" && call.stateReason !== "discarded";
      const isMine =
        actor.role === "rep" ? owner.memberId === actor.memberId : call.visibility !== "private";
      const isAsked = query.languages.length === 0 || call.language === "ja";
      const [first] = requests
        .filter(({ callId }) => callId === call.id)
        .toSorted((a, b) => a.createdAt - b.createdAt);
      return isHeld && isMine && isAsked && first ? [first.waited] : [];
    });
    expect(waits.length).toBeGreaterThan(0);
    expect(feedback.n).toBe(waits.length);
    expect(feedback.medianMs ?? 0).toBeCloseTo(middle(waits), 0);
    const address = new URLSearchParams([...search, ["counted", "feedback"]]);
    const { count } = await listRecordings(actor, parseRecordingsQuery(address).query);
    expect(count).toBe(waits.length);
  }
});

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
}

test("of nothing there is nothing, and of one call its own", async () => {
  const rep = await aMember(await aWorkspace());
  const { query } = parseAnalyticsQuery(new URLSearchParams(), "UTC", new Date());
  const none = await getActivity(rep, query);
  expect(none).toMatchObject({ now: { held: 0 }, people: [], team: null, hours: [] });
  await aCall(rep, { visibility: "private", isConnected: true });
  const { now } = await getActivity(rep, query);
  expect(now).toMatchObject({ held: 1, connected: 1, externalMs: 60_000, recorded: 1 });
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  expect((await getActivity(stranger, query)).now.held).toBe(0);
});

test("who asks for themselves is named, also before their first call", async () => {
  const workspace = await aWorkspace();
  const [actor, other] = [await aMember(workspace, { role: "manager" }), await aMember(workspace)];
  const choices = await besideAnalytics(actor, { members: [actor.memberId] });
  expect(choices.members).toEqual([{ id: actor.memberId, name: actor.name }]);
  const ofRep = await besideAnalytics(other, { members: [] });
  expect(ofRep.members).toEqual([{ id: other.memberId, name: other.name }]);
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
