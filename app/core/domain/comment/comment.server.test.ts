import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { queueForFile } from "#tests/support/queue.ts";
import {
  aCall,
  aComment,
  aMember,
  aParticipant,
  aTeam,
  aTranscript,
  aWorkspace,
  type SignedIn,
  type Workspace,
} from "#tests/support/factories.ts";
import { findMemberActor } from "../account/member-actor.server.ts";
import { LIMITS } from "../limits.ts";
import { addCommentForm, editCommentForm, replyForm } from "./comment.schema.ts";
import { exportComments } from "./comment-export.server.ts";
import { findComment, listComments, listMentionable } from "./comment-reads.server.ts";
import {
  deleteComment,
  followComment,
  reopenComment,
  resolveComment,
  restoreComment,
} from "./comment-state.server.ts";
import { addComment, editComment, reply } from "./comment-writes.server.ts";
import { commentOnNotes } from "./live-notes.server.ts";

await queueForFile();

type Who = "owner" | "mate" | "manager" | "admin" | "aki";
let workspace: Workspace;
let people: Record<Who, SignedIn>;
let call: Awaited<ReturnType<typeof aCall>>;

beforeEach(async () => {
  workspace = await aWorkspace();
  const [sales, away] = [
    await aTeam(workspace, { name: "Sales" }),
    await aTeam(workspace, { name: "Partners" }),
  ];
  people = {
    owner: await aMember(workspace, { teams: [sales], name: "Mari Kato" }),
    mate: await aMember(workspace, { teams: [sales], name: "Theo Sand" }),
    manager: await aMember(workspace, { role: "manager", teams: [sales], name: "Ivo Lund" }),
    admin: await aMember(workspace, { role: "admin", name: "Sena Brandt" }),
    aki: await aMember(workspace, { teams: [away], name: "Aki Tanaka" }),
  };
  call = await aCall(people.owner);
});

const say = (actor: SignedIn, form: object, callId = call.id) =>
  addComment(actor, callId, addCommentForm.parse(form));
const answer = (actor: SignedIn, commentId: string, form: object) =>
  reply(actor, call.id, replyForm.parse({ commentId, ...form }));
const change = (actor: SignedIn, commentId: string, form: object) =>
  editComment(actor, call.id, editCommentForm.parse({ commentId, version: 1, ...form }));
const read = (actor: SignedIn) =>
  listComments(actor, { workspaceId: workspace.id, callId: call.id });
const bodies = async (actor: SignedIn) => (await read(actor)).map(({ body }) => body);
const grants = async () =>
  (await db.callGrant.findMany({ where: { callId: call.id } })).map(({ memberId, source }) => [
    memberId,
    source,
  ]);
const notices = async ({ memberId }: SignedIn) =>
  (await db.notification.findMany({ where: { memberId }, orderBy: { createdAt: "asc" } })).map(
    ({ kind }) => kind,
  );
const sees = async ({ memberId }: SignedIn) => {
  const actor = await findMemberActor(workspace.id, memberId);
  return (
    actor !== null &&
    (await listMentionable(actor, call.id).then(
      () => true,
      () => false,
    ))
  );
};

test("a comment stands at a time, a range or the whole call, and reads in that order", async () => {
  const { owner, mate } = people;
  await say(mate, { body: "later", t0Ms: 30_000 });
  await say(owner, { body: "all of it" });
  await say(mate, { body: "a stretch", t0Ms: 5_000, t1Ms: 9_000, kind: "praise" });
  expect(await read(owner)).toMatchObject([
    { body: "all of it", t0Ms: null, t1Ms: null, canEdit: true, author: { name: "Mari Kato" } },
    { body: "a stretch", t0Ms: 5_000, t1Ms: 9_000, kind: "praise", canEdit: false },
    { body: "later", t0Ms: 30_000, t1Ms: null },
  ]);
});

test.each([
  [{ t0Ms: 9_000, t1Ms: 9_000 }, { t1Ms: ["range_reversed"] }],
  [{ t0Ms: 9_000, t1Ms: 5_000 }, { t1Ms: ["range_reversed"] }],
  [{ t0Ms: 5_000, t1Ms: 60_001 }, { t1Ms: ["range_outside?t=1:00"] }],
  [{ t0Ms: 60_001 }, { t0Ms: ["range_outside?t=1:00"] }],
])("a place that is none is refused: %j", async (place, fields) => {
  await expect(say(people.owner, { body: "x", ...place })).rejects.toMatchObject({
    code: "validation_failed",
    fields,
  });
  expect(await db.comment.count({ where: { callId: call.id } })).toBe(0);
});

test("4,000 characters are a comment, one more is too long; nothing is none", () => {
  const parse = (body: string) => addCommentForm.safeParse({ body }).error?.issues[0]?.message;
  expect(parse("字".repeat(4_000))).toBeUndefined();
  expect(parse("🙂".repeat(4_000))).toBeUndefined();
  expect(parse("字".repeat(4_001))).toBe("too_long?n=4000");
  expect(parse("  \n ")).toBeDefined();
});

test("a range keeps its words by speaker, and shows what a correction made of them", async () => {
  const { owner } = people;
  const speaker = await aParticipant(call);
  const said = { participantId: speaker.id, t0Ms: 0, t1Ms: 4_000, text: "one two three four" };
  const transcript = await aTranscript(call, [said]);
  const { commentId } = await say(owner, { body: "here", t0Ms: 1_000, t1Ms: 3_000 });
  const quotes = async () => (await read(owner))[0]?.quotes.map(({ text }) => text);
  expect(await quotes()).toEqual(["two three"]);
  expect(await db.evidence.findMany({ where: { ownerId: commentId } })).toMatchObject([
    { ownerKind: "comment", participantId: speaker.id, quote: "two three", baseId: transcript.id },
  ]);
  await db.segment.deleteMany({ where: { baseId: transcript.id } });
  expect(await quotes()).toEqual(["two three"]);
});

test("a private comment is its author's alone, to read, count, find and export", async () => {
  const { owner, mate, manager, admin } = people;
  await say(mate, { body: "for me @Aki Tanaka", isPrivate: "on" });
  expect(await bodies(mate)).toEqual(["for me @Aki Tanaka"]);
  const mine = await db.comment.findFirstOrThrow({ where: { callId: call.id } });
  const privately = { ...admin, privateUntil: new Date(Date.now() + 60_000).toISOString() };
  const looking = { ...mate, impersonator: { memberId: admin.memberId, name: "Sena" } };
  for (const actor of [owner, manager, admin, privately, looking]) {
    expect(await bodies(actor)).toEqual([]);
    expect(await findComment(actor, { callId: call.id, commentId: mine.id })).toBeUndefined();
    expect((await exportComments(actor, call.id, "txt")).comments).toEqual([]);
    await expect(resolveComment(actor, call.id, mine.id)).rejects.toMatchObject({
      fields: { commentId: ["comment_gone"] },
    });
  }
  expect((await exportComments(mate, call.id, "csv")).comments).toHaveLength(1);
  expect(await db.notification.count({ where: { workspaceId: workspace.id } })).toBe(0);
  expect((await db.call.findFirstOrThrow({ where: { id: call.id } })).reviewedAt).toBeNull();
  const entry = await db.auditEntry.findFirstOrThrow({
    where: { workspaceId: workspace.id, event: "comment.added" },
  });
  expect([entry.target, entry.after]).toEqual([mine.id, null]);
});

test("a comment by somebody else than the owner makes a call reviewed", async () => {
  const { owner, mate } = people;
  const reviewed = async () =>
    (await db.call.findFirstOrThrow({ where: { id: call.id } })).reviewedAt;
  await say(owner, { body: "mine" });
  expect(await reviewed()).toBeNull();
  await say(mate, { body: "yours" });
  expect(await reviewed()).toBeInstanceOf(Date);
});

test("an answer stands under its comment, an answer to an answer beside it", async () => {
  const { owner, mate } = people;
  const { commentId: root } = await say(owner, { body: "root", t0Ms: 1_000 });
  const { commentId: first } = await answer(mate, root, { body: "first" });
  const { commentId: second } = await answer(owner, first, { body: "second" });
  expect((await read(owner)).map(({ id, parentId }) => [id, parentId])).toEqual([
    [first, root],
    [second, root],
    [root, null],
  ]);
  await expect(resolveComment(mate, call.id, first)).rejects.toMatchObject({
    code: "invalid_state",
  });
});

test("who sees the call resolves and reopens; only the author edits; author and admin delete", async () => {
  const { owner, mate, manager, admin } = people;
  const { commentId } = await say(mate, { body: "first text" });
  await resolveComment(manager, call.id, commentId);
  expect(await read(owner)).toMatchObject([{ resolved: { by: "Ivo Lund" } }]);
  await reopenComment(owner, call.id, commentId);
  for (const actor of [owner, manager, admin])
    await expect(change(actor, commentId, { body: "not mine" })).rejects.toMatchObject({
      code: "forbidden",
    });
  await change(mate, commentId, { body: "second text" });
  const [edited] = await read(mate);
  expect(edited).toMatchObject({ body: "second text", version: 2 });
  expect(edited?.editedAt).not.toBeNull();
  for (const actor of [owner, manager])
    await expect(deleteComment(actor, call.id, commentId)).rejects.toMatchObject({
      code: "forbidden",
    });
  await deleteComment(admin, call.id, commentId);
  expect(await read(mate)).toEqual([]);
  await restoreComment(mate, call.id, commentId);
  expect(await bodies(owner)).toEqual(["second text"]);
});

test("two windows that change one comment: the second is told who was first, and nothing is lost", async () => {
  const { mate, owner } = people;
  const { commentId } = await say(mate, { body: "as it was" });
  await change(mate, commentId, { body: "by the first window" });
  await expect(change(mate, commentId, { body: "by the second" })).rejects.toMatchObject({
    code: "conflict",
    fields: { "": [expect.stringMatching(/^changed_meanwhile\?name=Theo\+Sand&time=/)] },
  });
  expect(await bodies(owner)).toEqual(["by the first window"]);
});

test("a deleted comment with answers stays, and says nothing; without them it is gone", async () => {
  const { owner, mate } = people;
  const { commentId } = await say(owner, { body: "secret", t0Ms: 10 });
  const { commentId: answerId } = await answer(mate, commentId, { body: "answer" });
  await deleteComment(owner, call.id, commentId);
  expect(await read(mate)).toMatchObject([{ body: "answer" }, { isDeleted: true, body: "" }]);
  await answer(owner, answerId, { body: "still talking" });
  const find = () => findComment(mate, { callId: call.id, commentId });
  expect(await find()).toMatchObject({ isDeleted: true });
  for (const { id, parentId } of await read(owner))
    if (parentId !== null)
      await db.comment.updateMany({ where: { id }, data: { deletedAt: new Date() } });
  expect(await find()).toBeNull();
  await expect(answer(mate, commentId, { body: "too late" })).rejects.toMatchObject({
    fields: { commentId: ["comment_gone"] },
  });
});

test("a mention tells who sees the call at once, without access for anybody", async () => {
  const { owner, mate } = people;
  await say(owner, { body: "What do you think, @theo sand?" });
  expect((await read(owner))[0]?.mentions).toEqual([{ id: mate.memberId, name: "Theo Sand" }]);
  expect(await notices(mate)).toEqual(["mention"]);
  expect(await grants()).toEqual([]);
});

test("a mention of somebody without access waits for the author's word", async () => {
  const { owner, mate, aki } = people;
  const form = { body: "Look, @Aki Tanaka", mentions: [aki.memberId] };
  await expect(say(owner, form)).rejects.toMatchObject({
    fields: { access: ["gives_access?name=Aki+Tanaka&team=Partners"] },
  });
  expect([await db.comment.count({ where: { callId: call.id } }), await grants()]).toEqual([0, []]);
  await say(owner, { ...form, access: "leave" });
  expect([await grants(), await notices(aki), await sees(aki)]).toEqual([[], [], false]);
  for (const access of [undefined, "give"])
    await expect(say(mate, { ...form, ...(access && { access }) })).rejects.toMatchObject({
      fields: { access: ["cannot_open?name=Aki+Tanaka&owner=Mari+Kato"] },
    });
  await say(mate, { ...form, access: "leave" });
  expect(await grants()).toEqual([]);
  const { commentId } = await say(owner, { ...form, access: "give" });
  expect(await grants()).toEqual([[aki.memberId, "mention"]]);
  expect([await notices(aki), await sees(aki)]).toEqual([["mention"], true]);
  await deleteComment(owner, call.id, commentId);
  expect([await grants(), await sees(aki)]).toEqual([[], false]);
  await restoreComment(owner, call.id, commentId);
  expect([await sees(aki), await notices(aki)]).toEqual([true, ["mention"]]);
  await change(owner, commentId, { body: "Look, everybody" });
  expect([await grants(), await sees(aki)]).toEqual([[], false]);
  expect((await read(owner)).find(({ id }) => id === commentId)?.mentions).toEqual([]);
});

test("a deleted comment that gave nobody anything gives nothing when it is restored", async () => {
  const { owner, mate } = people;
  const { commentId } = await say(owner, { body: "@Theo Sand" });
  await deleteComment(owner, call.id, commentId);
  await db.call.updateMany({ where: { id: call.id }, data: { visibility: "private" } });
  await restoreComment(owner, call.id, commentId);
  expect([await grants(), await sees(mate)]).toEqual([[], false]);
});

test("who has left, has not come, is not known or not told apart is a sentence by name", async () => {
  const { owner } = people;
  const gone = await aMember(workspace, { name: "Lena Fox" });
  await db.member.updateMany({ where: { id: gone.memberId }, data: { state: "deactivated" } });
  const invited = await aMember(workspace, { name: "Otis Grant" });
  await db.member.updateMany({ where: { id: invited.memberId }, data: { state: "invited" } });
  const [one] = [
    await aMember(workspace, { name: "Kim" }),
    await aMember(workspace, { name: "KIM" }),
  ];
  const cases: [object, object][] = [
    [{ body: "@Lena Fox" }, { mentions: ["mention_left?name=Lena+Fox"] }],
    [{ body: "@Otis Grant" }, { mentions: ["mention_not_joined?name=Otis+Grant"] }],
    [{ body: "@kim" }, { mentions: [expect.stringMatching(/^several_called\?name=/)] }],
    [{ body: "x", mentions: [randomUUID()] }, { mentions: ["invalid_choice"] }],
    [{ body: "x", ask: [randomUUID()] }, { ask: ["invalid_choice"] }],
    [{ body: "x", ask: [gone.memberId] }, { ask: ["mention_left?name=Lena+Fox"] }],
    [{ body: "x", ask: [owner.memberId] }, { ask: ["asks_self"] }],
  ];
  for (const [form, fields] of cases)
    await expect(say(owner, form)).rejects.toMatchObject({ code: "validation_failed", fields });
  expect(await db.comment.count({ where: { callId: call.id } })).toBe(0);
  await say(owner, { body: "@kim", mentions: [one.memberId], access: "give" });
  expect((await read(owner))[0]?.mentions.map(({ id }) => id)).toEqual([one.memberId]);
});

test("twenty people are mentioned at most", async () => {
  const { owner } = people;
  const team = { teams: [{ id: owner.teamIds[0] ?? "" }] };
  const names = Array.from({ length: 21 }, (_, n) => `Person ${String.fromCharCode(65 + n)}`);
  for (const name of names) await aMember(workspace, { ...team, name });
  const body = (count: number) =>
    names
      .slice(0, count)
      .map((name) => `@${name}`)
      .join(" ");
  await say(owner, { body: body(20) });
  await expect(say(owner, { body: body(21) })).rejects.toMatchObject({
    code: "limit_reached",
    fields: { mentions: ["limit_reached?n=21&max=20"] },
  });
});

test("of an answer hear who began, who answered and who follows, and nobody who stopped", async () => {
  const { owner, mate, manager, admin } = people;
  const { commentId } = await say(mate, { body: "root" });
  await answer(manager, commentId, { body: "one" });
  await followComment(admin, call.id, { commentId, isOn: true });
  await answer(owner, commentId, { body: "two" });
  expect(await notices(mate)).toEqual(["reply", "reply"]);
  expect(await notices(manager)).toEqual(["reply"]);
  expect(await notices(admin)).toEqual(["reply"]);
  await followComment(mate, call.id, { commentId, isOn: false });
  await answer(owner, commentId, { body: "three @Ivo Lund" });
  expect(await notices(mate)).toEqual(["reply", "reply"]);
  expect(await notices(manager)).toEqual(["reply", "mention"]);
  expect(await notices(owner)).toEqual([]);
  expect((await read(mate)).find(({ id }) => id === commentId)?.isFollowed).toBe(false);
});

test("who cannot open the call any more hears of no answers", async () => {
  const { owner, mate, aki } = people;
  const { commentId } = await say(owner, { body: "@Aki Tanaka", access: "give" });
  const actor = await findMemberActor(workspace.id, aki.memberId);
  await answer({ ...aki, ...actor }, commentId, { body: "here" });
  await db.callGrant.deleteMany({ where: { callId: call.id } });
  await answer(mate, commentId, { body: "and now" });
  expect(await notices(aki)).toEqual(["mention"]);
  expect(await notices(owner)).toEqual(["reply", "reply"]);
});

test("feedback is asked with a due day and closed by an answer; deleting takes the access back", async () => {
  const { owner, aki, manager } = people;
  const dueOn = "2999-12-01";
  const form = { body: "How was it?", ask: [aki.memberId, manager.memberId], dueOn };
  await expect(say(owner, form)).rejects.toMatchObject({
    fields: { access: ["gives_access?name=Aki+Tanaka&team=Partners"] },
  });
  const { commentId } = await say(owner, { ...form, access: "give" });
  expect(await grants()).toEqual([[aki.memberId, "feedback"]]);
  expect(await notices(aki)).toEqual(["feedback_request"]);
  expect((await read(owner))[0]?.asked).toMatchObject([
    { member: { name: "Aki Tanaka" }, dueOn, state: "open" },
    { member: { name: "Ivo Lund" }, dueOn, state: "open" },
  ]);
  await answer(manager, commentId, { body: "Good" });
  expect(await notices(owner)).toContain("feedback_received");
  expect(
    (await read(owner)).find(({ id }) => id === commentId)?.asked.map(({ state }) => state),
  ).toEqual(["open", "answered"]);
  await deleteComment(owner, call.id, commentId);
  expect([await grants(), await sees(aki)]).toEqual([[], false]);
  await restoreComment(owner, call.id, commentId);
  expect(await sees(aki)).toBe(true);
});

test("a call has a limit of comments, of which the private ones of others do not count", async () => {
  const { owner, mate } = people;
  await aComment(call, mate, { visibility: "private" });
  const rows = Array.from({ length: LIMITS.commentsOnCall - 1 }, () => ({
    ...{ id: newId(), workspaceId: workspace.id, callId: call.id, authorId: mate.memberId },
    body: "x",
  }));
  await db.comment.createMany({ data: rows });
  await expect(say(mate, { body: "more" })).rejects.toMatchObject({
    code: "limit_reached",
    fields: { body: ["limit_reached?n=1000&max=1000"] },
  });
  await say(owner, { body: "the last" });
  await expect(say(owner, { body: "more" })).rejects.toMatchObject({ code: "limit_reached" });
});

test("a call one does not see, and one in the trash, has no comments for anybody", async () => {
  const { aki, owner } = people;
  const { commentId } = await say(owner, { body: "here" });
  const refused = { code: "not_found" };
  await expect(say(aki, { body: "x" })).rejects.toMatchObject(refused);
  await expect(answer(aki, commentId, { body: "x" })).rejects.toMatchObject(refused);
  await expect(exportComments(aki, call.id, "txt")).rejects.toMatchObject(refused);
  expect(await bodies(aki)).toEqual([]);
  await db.call.updateMany({ where: { id: call.id }, data: { state: "trashed" } });
  await expect(say(owner, { body: "x" })).rejects.toMatchObject(refused);
  expect(await bodies(owner)).toEqual([]);
});

test("notes and flags of a live call become comments once, with their ids", async () => {
  const { owner, mate } = people;
  const note = (kind: "note" | "flag", body: string | null, isPrivate = false) =>
    db.note.create({
      data: {
        ...{ id: newId(), workspaceId: workspace.id, callId: call.id, authorId: mate.memberId },
        ...{ kind, body, isPrivate, t0Ms: 5 },
      },
    });
  const [said, flag] = [await note("note", "asks"), await note("flag", null)];
  await note("note", "mine", true);
  const ref = { workspaceId: workspace.id, callId: call.id };
  const again = () => db.$transaction((tx) => commentOnNotes(tx, ref));
  await again();
  expect(await read(owner)).toMatchObject([
    { id: said.id, body: "asks", isFlag: false, author: { name: "Theo Sand" } },
    { id: flag.id, body: "", isFlag: true },
  ]);
  expect(await bodies(mate)).toEqual(["asks", "", "mine"]);
  await deleteComment(mate, call.id, said.id);
  await again();
  expect((await read(owner)).map(({ id }) => id)).toEqual([flag.id]);
});
