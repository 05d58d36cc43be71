import { beforeEach, expect, test } from "vitest";
import { hashOf } from "#app/core/platform/crypto.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { paths } from "#app/paths.ts";
import { findHomePreferences } from "#app/core/domain/account/home-preferences.server.ts";
import { record } from "#app/core/domain/audit/record.server.ts";
import { addComment } from "#app/core/domain/comment/comment-writes.server.ts";
import { leaveDealToRules, unlinkDeal } from "#app/core/domain/deal/link.server.ts";
import { METRICS_CONFIG } from "#app/core/domain/metrics/input.ts";
import { assignReviewer } from "#app/core/domain/review/review.server.ts";
import { changeWorkspace, getWorkspace } from "#app/core/domain/workspace/workspace.server.ts";
import { writeCallIndex } from "#app/core/domain/search/index.server.ts";
import {
  aCall,
  aClip,
  aClipItem,
  aCompany,
  aDeal,
  aLibrary,
  aMember,
  aMixFile,
  aParticipant,
  aRecording,
  aTeam,
  aTrack,
  aTranscript,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { askCommand } from "#tests/support/commands.ts";
import { aGuest, aLiveCall } from "#tests/support/live-rows.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { getFrame } from "./frame.server.ts";
import { getHome } from "./home.server.ts";
import { homeCommands } from "./home-commands.server.ts";
import { openEvidence } from "./evidence.server.ts";

await queueForFile();

type Who = "rep" | "manager" | "mate";
let people: Record<Who, SignedIn>;
let workspaceId: string;

beforeEach(async () => {
  const workspace = await aWorkspace();
  workspaceId = workspace.id;
  const team = await aTeam(workspace);
  people = {
    rep: await aMember(workspace, { teams: [team], name: "Rui" }),
    manager: await aMember(workspace, { role: "manager", teams: [team], name: "Mari" }),
    mate: await aMember(workspace, { teams: [team], name: "Aki" }),
  };
});

const home = async (actor: Member, search = "") => {
  const page = await getHome(actor, new URLSearchParams(search));
  // What the page says, the frame around every page says too.
  expect((await getFrame(actor)).needs).toBe(page.needs.count);
  return page.needs;
};
const kinds = async (actor: Member) => (await home(actor)).items.map(({ kind }) => kind);
const act = (actor: Member, input: Record<string, unknown>) =>
  askCommand(homeCommands, actor, input, {});
const comment = (more: Record<string, unknown> = {}) => ({
  ...{ body: "Was that early?", kind: "plain" as const, isPrivate: false },
  ...{ mentions: [], ask: [], access: undefined, ...more },
});

test("a review and a feedback request wait with their due days, are done in place, and come back by undo", async () => {
  const { rep, manager, mate } = people;
  const call = await aCall(mate, { title: "Pricing" });
  await assignReviewer(manager, call.id, {
    ...{ memberId: rep.memberId, dueOn: "2100-02-01", givesAccess: false },
  });
  await addComment(
    mate,
    call.id,
    comment({ t0Ms: 5_000, ask: [rep.memberId], dueOn: "2100-01-31" }),
  );
  const { items, count } = await home(rep);
  expect(items).toMatchObject([
    {
      kind: "feedback",
      title: "Pricing",
      by: "Aki",
      dueOn: "2100-01-31",
      comment: { t0Ms: 5_000 },
    },
    { kind: "review", title: "Pricing", by: "Mari", dueOn: "2100-02-01" },
  ]);
  expect(count).toBe(2);
  const [feedback] = items;
  if (feedback?.kind !== "feedback") throw new Error("no request");
  const asked = { callId: call.id, commentId: feedback.comment.commentId };
  const written = await act(rep, { intent: "answer", ...asked, body: "A little." });
  // Saying something about the call is the review.
  expect(await kinds(rep)).toEqual([]);
  expect(await kinds(mate)).toEqual(["feedback_received"]);
  await act(rep, {
    ...{ intent: "undo_answer", callId: call.id, requestId: feedback.requestId },
    ...(typeof written === "object" && written),
  });
  expect(await kinds(rep)).toContain("feedback");
  expect(await kinds(mate)).toEqual([]);
  await act(rep, { intent: "reopen_review", callId: call.id });
  await act(rep, { intent: "finish_review", callId: call.id });
  expect(await kinds(rep)).toEqual(["feedback"]);
});

test("a mention is there until it is read, and not for who can no longer see the call", async () => {
  const { rep, mate } = people;
  const call = await aCall(mate);
  await addComment(mate, call.id, comment({ body: "@Rui look", mentions: [rep.memberId] }));
  const [item] = (await home(rep)).items;
  if (item?.kind !== "mention") throw new Error("no mention");
  await act(rep, { intent: "mark_read", noticeId: item.noticeId });
  expect(await kinds(rep)).toEqual([]);
  await act(rep, { intent: "mark_unread", noticeId: item.noticeId });
  expect(await kinds(rep)).toEqual(["mention"]);
  await expect(act(mate, { intent: "mark_read", noticeId: item.noticeId })).rejects.toMatchObject({
    code: "not_found",
  });
  await db.call.updateMany({ where: { id: call.id }, data: { visibility: "private" } });
  expect(await kinds(rep)).toEqual([]);
  await db.call.updateMany({ where: { id: call.id }, data: { visibility: "team" } });
  await db.comment.updateMany({ where: { callId: call.id }, data: { deletedAt: new Date() } });
  expect(await kinds(rep)).toEqual([]);
});

test("a call that several deals may be about is linked in place, asked again by undo, and never asked of who may link none", async () => {
  const { rep, mate, manager } = people;
  const workspace = { id: workspaceId };
  const { id: companyId } = await aCompany(workspace, { domains: ["acme.example"] });
  const deals = [
    await aDeal(rep, { companyId, name: "Renewal" }),
    await aDeal(rep, { companyId, name: "Expansion" }),
  ];
  const call = await aCall(rep, { title: "Pricing" });
  await aParticipant(call, { email: "maria@acme.example" });
  const index = () => db.$transaction((tx) => writeCallIndex(tx, { workspaceId, callId: call.id }));
  await index();
  const [item] = (await home(rep)).items;
  if (item?.kind !== "deal") throw new Error("no deal is asked for");
  expect(item).toMatchObject({ title: "Pricing", callId: call.id, choices: 2 });
  expect(deals.map(({ id }) => id)).toContain(item.deal.id);
  expect(await kinds(mate)).toEqual([]);
  expect(await kinds(manager)).toEqual([]);
  await act(rep, { intent: "link_deal", callId: call.id, dealId: item.deal.id });
  expect(await kinds(rep)).toEqual([]);
  await act(rep, { intent: "leave_deal", callId: call.id });
  expect(await kinds(rep)).toEqual(["deal"]);
  await unlinkDeal(rep, call.id);
  expect(await kinds(rep)).toEqual([]);
  await leaveDealToRules(rep, call.id);
  // Deals of a colleague alone: who may link none is not asked.
  await db.deal.updateMany({ where: { workspaceId }, data: { ownerId: mate.memberId } });
  expect(await kinds(rep)).toEqual([]);
  await db.deal.updateMany({ where: { workspaceId }, data: { ownerId: rep.memberId } });
  await db.call.updateMany({ where: { id: call.id }, data: { startedAt: new Date(0) } });
  expect(await kinds(rep)).toEqual([]);
});

test("what is asked of who keeps a call waits for them alone: an audience, links, a place in a library", async () => {
  const { rep, mate, manager } = people;
  const call = await aCall(rep, { title: "Pricing", visibility: "team" });
  const asked = await aClip(call, mate, {
    ...{ title: "The price", visibility: "team", teamId: call.teamId },
    ...{ wantedVisibility: "workspace", wantedById: mate.memberId },
  });
  expect((await home(rep)).items).toMatchObject([
    {
      ...{ kind: "clip", callId: call.id, title: "Pricing", by: "Aki", isOfLinks: false },
      clip: { id: asked.id, name: "The price" },
    },
  ]);
  for (const other of [mate, manager]) expect(await kinds(other)).toEqual([]);
  // Whose call it is now is asked.
  await db.call.updateMany({ where: { id: call.id }, data: { ownerId: manager.memberId } });
  expect([await kinds(rep), await kinds(manager)]).toEqual([[], ["clip"]]);
  await db.call.updateMany({ where: { id: call.id }, data: { ownerId: rep.memberId } });
  const answered = { wantedVisibility: null, wantedById: null, confirmedRevision: 1 };
  await db.clip.updateMany({ where: { id: asked.id }, data: answered });
  expect(await kinds(rep)).toEqual([]);

  // It was changed by who may not agree: that is asked as long as a link waits for it.
  await db.clip.updateMany({ where: { id: asked.id }, data: { revision: 2 } });
  expect(await kinds(rep)).toEqual([]);
  const linkId = newId();
  await db.sharedLink.create({
    data: {
      ...{ id: linkId, workspaceId, callId: call.id, clipId: asked.id, kind: "clip" },
      ...{ createdBy: rep.memberId, urlHash: hashOf(linkId), urlEnc: new Uint8Array(1), shows: {} },
      expiresAt: new Date(Date.now() + 86_400_000),
    },
  });
  expect((await home(rep)).items).toMatchObject([{ kind: "clip", isOfLinks: true }]);
  await db.sharedLink.updateMany({ where: { id: linkId }, data: { revokedAt: new Date() } });
  expect(await kinds(rep)).toEqual([]);

  const library = await aLibrary(mate, { name: "Worth hearing" });
  await aClipItem(library, asked, mate, { isAsked: true });
  expect((await home(rep)).items).toMatchObject([
    { kind: "library", title: "Pricing", clip: "The price", library: "Worth hearing" },
  ]);
  expect(await kinds(mate)).toEqual([]);
  await db.clip.updateMany({ where: { id: asked.id }, data: { deletedAt: new Date() } });
  expect(await kinds(rep)).toEqual([]);
});

test("words of nobody are named in place, by undo nobody's again, and left when they say so", async () => {
  const { rep, mate } = people;
  const call = await aCall(rep, { quality: "C", title: "Memo" });
  const recording = await aRecording(call);
  const track = await aTrack(recording);
  await aTranscript(call, [{ trackId: track.id, t0Ms: 0, t1Ms: 900, text: "Hello there" }], {
    recordingId: recording.id,
  });
  const [item] = (await home(rep)).items;
  expect(item).toMatchObject({ kind: "speaker", title: "Memo", text: "Hello there", number: 1 });
  expect(await kinds(mate)).toEqual([]);
  const named = await act(rep, {
    ...{ intent: "name_speaker", callId: call.id, number: 1, segment: 0, name: "Elena", side: "C" },
  });
  expect(named).toEqual({ number: 2, to: 1 });
  expect(await kinds(rep)).toEqual([]);
  await act(rep, { intent: "unname_speaker", callId: call.id, number: 2, to: 1 });
  expect(await kinds(rep)).toEqual(["speaker"]);
  // Named again it is the same person.
  const again = { callId: call.id, number: 3, segment: 0, name: "elena", side: "C" };
  await act(rep, { intent: "name_speaker", ...again });
  expect(await db.participant.count({ where: { callId: call.id } })).toBe(1);
  await act(rep, { intent: "unname_speaker", callId: call.id, number: 4, to: 1 });
  await act(rep, { intent: "leave_speaker", callId: call.id });
  expect(await kinds(rep)).toEqual([]);
  await act(rep, { intent: "ask_speaker", callId: call.id });
  expect(await kinds(rep)).toEqual(["speaker"]);
});

test("a guest at the own call is let in from Home, and calls that stand still count with the rest", async () => {
  const { rep, mate } = people;
  const live = await aLiveCall(rep);
  const { guestId } = await aGuest(live);
  const failed = await aCall(rep, { state: "ended" });
  await aRecording(failed, { state: "failed", cause: "no_audio" });
  const { items, count } = await home(rep);
  expect(items.map(({ kind }) => kind)).toEqual(["guest", "failed"]);
  expect(count).toBe(2);
  expect(await kinds(mate)).not.toContain("guest");
  await act(rep, { intent: "admit", guestId, callId: live.callId });
  expect(await kinds(rep)).toEqual(["failed"]);
});

test("five stand on the page, all by asking, and the count is of all", async () => {
  const { rep, mate } = people;
  for (let n = 0; n < 7; n += 1) {
    const call = await aCall(mate);
    await assignReviewer(mate, call.id, {
      memberId: rep.memberId,
      dueOn: null,
      givesAccess: false,
    }).catch(() => undefined);
    await db.reviewAssignment.createMany({
      data: [
        { id: newId(), workspaceId, callId: call.id, memberId: rep.memberId, byId: mate.memberId },
      ],
      skipDuplicates: true,
    });
  }
  expect((await home(rep)).items).toHaveLength(5);
  const all = await home(rep, "show=all");
  expect([all.items.length, all.count, all.isAll]).toEqual([7, 7, true]);
});

test("who views as a colleague sees nothing that only the colleague was told", async () => {
  const { rep, mate, manager } = people;
  const call = await aCall(mate);
  await addComment(mate, call.id, comment({ body: "@Rui look", mentions: [rep.memberId] }));
  const eyes = { ...rep, impersonator: { memberId: manager.memberId, name: "Mari" } };
  expect(await kinds(eyes)).toEqual([]);
});

test("three numbers: four weeks beside twelve, none below five calls, only of own calls", async () => {
  const { rep, mate } = people;
  const day = (days: number) => new Date(Date.now() - days * 86_400_000);
  const counted = async (owner: SignedIn, days: number, talkRatio: number, speaker = owner) => {
    const call = await aCall(owner, { startedAt: day(days), visibility: "private" });
    await db.metricRow.create({
      data: {
        ...{ workspaceId, config: METRICS_CONFIG, callId: call.id, side: "R", subject: newId() },
        ...{
          memberId: speaker.memberId,
          startedAt: day(days),
          kind: "upload",
          durationMs: 60_000,
          speechMs: 30_000,
          talkRatio,
        },
      },
    });
  };
  for (const share of [0.4, 0.5, 0.5, 0.6]) await counted(rep, 3, share);
  for (const share of [0.6, 0.6, 0.7, 0.7, 0.9]) await counted(rep, 40, share);
  await counted(rep, 120, 0.1);
  await counted(mate, 3, 0.1);
  // A private call of a colleague in which one spoke counts for the colleague alone.
  await counted(mate, 3, 0.1, rep);
  const of = async () => {
    const { metrics } = await getHome(rep, new URLSearchParams());
    return metrics.metrics.map(({ key, now, before, isMixed }) => ({ key, now, before, isMixed }));
  };
  const [few] = await of();
  expect(few).toMatchObject({
    key: "talk_ratio",
    now: { n: 4, median: null, mean: null },
    before: { n: 5 },
  });
  expect(few?.before.median).toBeCloseTo(0.7);
  await counted(rep, 1, 0.95);
  const [talk, patience] = await of();
  expect(talk?.now.n).toBe(5);
  expect(talk?.now.median).toBeCloseTo(0.5);
  expect(talk?.isMixed).toBe(false);
  expect(patience).toMatchObject({ key: "patience", now: { n: 0, median: null } });
  // The mean rises where the median falls.
  for (const share of [0.69, 0.99, 0.99, 0.69, 0.69]) await counted(rep, 2, share);
  expect((await of())[0]?.isMixed).toBe(true);
});

test("which three is kept with the member; two of one kind are refused", async () => {
  const { rep, mate } = people;
  const choice = { first: "fillers", second: "patience", third: "cut_in" };
  await act(rep, { intent: "choose_metrics", ...choice });
  expect((await findHomePreferences(rep)).metrics).toEqual(Object.values(choice));
  expect((await findHomePreferences(mate)).metrics[0]).toBe("talk_ratio");
  await expect(
    act(rep, { intent: "choose_metrics", ...choice, third: "fillers" }),
  ).rejects.toMatchObject({ fields: { third: ["already_chosen"] } });
});

test("first steps are ticked by what was done, put away and brought back, and gone when all are done", async () => {
  const { rep, mate } = people;
  const steps = async (actor: Member) => (await getHome(actor, new URLSearchParams())).steps;
  const done = async (actor: Member) =>
    (await steps(actor))?.steps.map(({ name, isDone }) => [name, isDone]);
  expect(await done(rep)).toEqual([
    ["call", false],
    ["listen", false],
    ["comment", false],
    ["label", false],
  ]);
  expect((await steps(people.manager))?.steps.map(({ name }) => name)).toEqual([
    ...["call", "feedback", "reviewer", "label"],
  ]);
  const call = await aCall(mate);
  await addComment(rep, call.id, comment({ t0Ms: 100 }));
  expect((await steps(rep))?.steps.find(({ name }) => name === "comment")?.isDone).toBe(true);
  await aCall(rep);
  expect(await done(rep)).toContainEqual(["call", true]);
  await act(rep, { intent: "first_steps", hides: "yes" });
  expect((await steps(rep))?.isHidden).toBe(true);
  await act(rep, { intent: "first_steps", hides: "no" });
  expect((await steps(rep))?.isHidden).toBe(false);
});

test("who was invited begins with a colleague's call, once there is one; who founded the workspace does not", async () => {
  const { rep, mate, manager } = people;
  const founder = await aMember({ id: workspaceId }, { role: "admin" });
  const invited = await aMember({ id: workspaceId }, { role: "admin" });
  await db.$transaction((tx) =>
    record(tx, founder, "workspace.created", { kind: "workspace", id: workspaceId }),
  );
  const steps = async (actor: Member) =>
    (await getHome(actor, new URLSearchParams())).steps?.steps ?? [];
  const names = async (actor: Member) => (await steps(actor)).map(({ name }) => name);
  await aCall(rep);
  expect((await names(rep))[0]).toBe("call"); // their own is nothing to be shown
  const call = await aCall(mate, { visibility: "workspace" });
  // Without sound nothing could be ticked.
  expect((await names(rep))[0]).toBe("call");
  const recording = await aRecording(call);
  await aMixFile(recording);
  expect(await names(rep)).toEqual(["listen", "call", "comment", "label"]);
  expect(await names(manager)).toEqual(["listen", "call", "feedback", "reviewer", "label"]);
  expect(await names(invited)).toEqual([
    ...["listen", "visibility", "invite", "call", "label", "feedback"],
  ]);
  expect(await names(founder)).toEqual(["visibility", "invite", "call", "label", "feedback"]);
  expect((await steps(rep))[0]?.to).toEqual([
    { does: "listen", path: paths.playback(call.id, { tab: "moments" }) },
  ]);
  const ofRecording = { where: { id: recording.id } };
  await db.recording.updateMany({ ...ofRecording, data: { mediaRemovedAt: new Date() } });
  expect((await names(rep))[0]).toBe("call");
  await db.recording.updateMany({ ...ofRecording, data: { mediaRemovedAt: null } });
  expect((await names(rep))[0]).toBe("listen");
  await db.call.updateMany({ where: { id: call.id }, data: { visibility: "private" } });
  expect((await names(rep))[0]).toBe("call");
});

test("no one begins with a colleague's private call, shared or opened for an hour; without another they begin with an own one", async () => {
  const { rep, mate } = people;
  const admin = await aMember({ id: workspaceId }, { role: "admin" });
  const hers = await aCall(mate, { visibility: "private" });
  await aMixFile(await aRecording(hers));
  await db.callGrant.create({
    data: {
      ...{ id: newId(), workspaceId, callId: hers.id, memberId: rep.memberId },
      ...{ level: "view", source: "direct" },
    },
  });
  const steps = async (actor: Member) =>
    (await getHome(actor, new URLSearchParams())).steps?.steps ?? [];
  const opened = { ...admin, privateUntil: new Date(Date.now() + 3_600_000).toISOString() };
  expect(JSON.stringify(await steps(opened))).not.toContain(hers.id);
  expect(JSON.stringify(await steps(rep))).not.toContain(hers.id);
  const listen = async () => (await steps(rep)).find(({ name }) => name === "listen")?.to;
  expect(await listen()).toEqual([{ does: "listenAny", path: paths.recordings() }]);
  const own = await aCall(rep, { visibility: "private" });
  await aMixFile(await aRecording(own));
  expect(await listen()).toEqual([
    { does: "listenAny", path: paths.playback(own.id, { tab: "moments" }) },
  ]);
});

test("the newest calls say whether they are the reader's own", async () => {
  const { rep, mate } = people;
  const recent = async () => {
    const { recent: rows, isRecentOwn } = await getHome(rep, new URLSearchParams());
    return [rows.length, isRecentOwn];
  };
  const ready = async (owner: SignedIn) =>
    aRecording(await aCall(owner), { state: "ready", isPrimary: true });
  await ready(rep);
  expect(await recent()).toEqual([1, true]);
  await ready(mate);
  expect(await recent()).toEqual([2, false]);
});

test("who sets a workspace up begins with who sees its calls, by their own deed", async () => {
  const admin = await aMember({ id: people.rep.workspaceId }, { role: "admin" });
  const other = await aMember({ id: people.rep.workspaceId }, { role: "admin" });
  const steps = async (actor: Member) =>
    (await getHome(actor, new URLSearchParams())).steps?.steps ?? [];
  expect((await steps(admin)).map(({ name }) => name)).toEqual([
    ...["visibility", "invite", "call", "label", "feedback"],
  ]);
  const { version, ...before } = await getWorkspace(admin);
  await changeWorkspace(admin, {
    ...{ ...before, version, intent: "workspace" as const, defaultVisibility: "private" as const },
  });
  expect((await steps(admin))[0]).toMatchObject({ name: "visibility", isDone: true });
  expect((await steps(other))[0]).toMatchObject({ name: "visibility", isDone: false });
});

test("a stretch of a call: its words by voice, inside the range alone, and opened as a call is", async () => {
  const { rep, mate } = people;
  const call = await aCall(mate);
  const [us, them] = [
    await aParticipant(call, { side: "R", name: "Aki", lane: 0 }),
    await aParticipant(call, { side: "C", name: "Elena", lane: 1 }),
  ];
  await aTranscript(call, [
    { participantId: us.id, t0Ms: 0, t1Ms: 4_000, text: "one two three four" },
    { participantId: them.id, t0Ms: 5_000, t1Ms: 6_000, text: "five six" },
  ]);
  const evidence = await openEvidence(rep, call.id, { startMs: 2_000, endMs: 6_000 });
  expect(evidence).toMatchObject({ range: { t0Ms: 2_000, t1Ms: 6_000 }, mixUrl: null });
  expect(evidence.lines.map(({ name, side, text }) => [name, side, text])).toEqual([
    ["Aki", "R", "three four"],
    ["Elena", "C", "five six"],
  ]);
  expect(await db.callView.count({ where: { callId: call.id, memberId: rep.memberId } })).toBe(1);
  const moment = await openEvidence(rep, call.id, { startMs: 59_000, endMs: null });
  expect(moment.range).toEqual({ t0Ms: 59_000, t1Ms: 60_000 });
  await db.call.updateMany({ where: { id: call.id }, data: { visibility: "private" } });
  await expect(openEvidence(rep, call.id, { startMs: 0, endMs: null })).rejects.toMatchObject({
    code: "not_found",
  });
});
