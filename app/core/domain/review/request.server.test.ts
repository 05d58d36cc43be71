import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { db, type Prisma } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aCall, aMember, aTeam, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { LIMITS } from "../limits.ts";
import {
  answerRequests,
  requestFeedback,
  resumeRequests,
  suspendRequests,
  withdrawRequest,
} from "./request.server.ts";

type Who = "owner" | "mate" | "other";
let people: Record<Who, SignedIn>;
let workspaceId: string;
let callId: string;
const SOON = "2100-01-31";

beforeEach(async () => {
  const workspace = await aWorkspace();
  workspaceId = workspace.id;
  const [team, away] = [await aTeam(workspace), await aTeam(workspace)];
  people = {
    owner: await aMember(workspace, { teams: [team], name: "Mari" }),
    mate: await aMember(workspace, { teams: [team], name: "Mate" }),
    other: await aMember(workspace, { teams: [away], name: "Aki" }),
  };
  callId = (await aCall(people.owner)).id;
});

const aComment = async (
  author: SignedIn,
  more: Partial<Prisma.CommentUncheckedCreateInput> = {},
): Promise<string> => {
  const id = newId();
  const by = { authorId: author.memberId, createdBy: author.memberId };
  await db.comment.create({ data: { id, workspaceId, callId, body: "Early?", ...by, ...more } });
  return id;
};
const ask = (
  actor: SignedIn,
  commentId: string,
  { memberId }: SignedIn,
  more: { dueOn?: string | null; givesAccess?: boolean } = {},
) =>
  db.$transaction((tx) =>
    requestFeedback(tx, actor, { callId, commentId, memberId, dueOn: null, ...more }),
  );
const answer = (actor: SignedIn, commentId: string, replyId: string) =>
  db.$transaction(async (tx) => {
    const answered = await answerRequests(tx, actor, { callId, commentId, replyId });
    return answered.map(({ requestId }) => requestId);
  });
const statesOf = async (commentId: string) =>
  (
    await db.feedbackRequest.findMany({
      where: { workspaceId, commentId },
      include: { member: { select: { name: true } } },
    })
  ).map(({ member: { name }, state }) => [name, state]);
const notices = () =>
  db.notification.findMany({
    where: { workspaceId, kind: { startsWith: "feedback" } },
    orderBy: { createdAt: "asc" },
  });
const grants = () => db.callGrant.findMany({ where: { workspaceId, source: "feedback" } });

test("who is asked is told with the due day; their reply closes it and tells who asked", async () => {
  const { owner, mate, other } = people;
  const commentId = await aComment(owner);
  const { requestId } = await ask(owner, commentId, mate, { dueOn: SOON });
  expect(await notices()).toMatchObject([
    {
      kind: "feedback_request",
      memberId: mate.memberId,
      targetId: callId,
      values: { requestId, commentId, dueOn: SOON },
      readAt: null,
    },
  ]);
  const replyId = await aComment(mate, { parentId: commentId });
  // Somebody else's reply answers nothing.
  expect(await answer(other, commentId, replyId)).toEqual([]);
  expect(await statesOf(commentId)).toEqual([["Mate", "open"]]);
  expect(await answer(mate, commentId, replyId)).toEqual([requestId]);
  expect(await answer(mate, commentId, replyId)).toEqual([]);
  expect(await statesOf(commentId)).toEqual([["Mate", "answered"]]);
  const [first, second, ...rest] = await notices();
  expect(first?.readAt).not.toBeNull();
  expect(second).toMatchObject({
    kind: "feedback_received",
    memberId: owner.memberId,
    values: { requestId, commentId: replyId },
  });
  expect(rest).toEqual([]);
  expect(
    await db.auditEntry.findMany({
      where: { workspaceId, event: { startsWith: "feedback" } },
      orderBy: { id: "asc" },
      select: { event: true, target: true },
    }),
  ).toEqual([
    { event: "feedback.asked", target: callId },
    { event: "feedback.answered", target: callId },
  ]);
});

test("what was asked in a reply is answered in its thread", async () => {
  const { owner, mate } = people;
  const root = await aComment(mate);
  const commentId = await aComment(owner, { parentId: root });
  const { requestId } = await ask(owner, commentId, mate);
  expect(await answer(mate, root, await aComment(mate, { parentId: root }))).toEqual([requestId]);
});

test("asked again it is the same request, open with the newer day", async () => {
  const { owner, mate } = people;
  const commentId = await aComment(owner);
  const first = await ask(owner, commentId, mate);
  expect(await ask(owner, commentId, mate, { dueOn: SOON })).toEqual(first);
  expect(await notices()).toHaveLength(1);
  await answer(mate, commentId, newId());
  expect(await ask(owner, commentId, mate, { dueOn: SOON })).toEqual(first);
  expect(await statesOf(commentId)).toEqual([["Mate", "open"]]);
  // They are told once more, and not twice.
  expect(
    (await notices())
      .filter(({ memberId }) => memberId === mate.memberId)
      .map(({ readAt }) => readAt),
  ).toEqual([null]);
});

test("access needs the right and the word, ends with the request, and with the comment until its undo", async () => {
  const { owner, mate, other } = people;
  const commentId = await aComment(owner);
  const byMate = await aComment(mate);
  await expect(ask(mate, byMate, other, { givesAccess: true })).rejects.toMatchObject({
    fields: { memberId: ["cannot_open?name=Aki&owner=Mari"] },
  });
  await expect(ask(owner, commentId, other)).rejects.toMatchObject({
    fields: { memberId: ["gives_access?name=Aki"] },
  });
  const { requestId } = await ask(owner, commentId, other, { givesAccess: true });
  expect(await grants()).toMatchObject([{ memberId: other.memberId, sourceId: requestId }]);
  await db.$transaction((tx) => suspendRequests(tx, owner, commentId));
  expect(await grants()).toEqual([]);
  await db.$transaction((tx) => resumeRequests(tx, owner, commentId));
  expect(await grants()).toMatchObject([{ sourceId: requestId }]);
  const withdraw = (actor: SignedIn) =>
    db.$transaction((tx) => withdrawRequest(tx, actor, { callId, requestId }));
  await expect(withdraw(mate)).rejects.toMatchObject({ code: "forbidden" });
  await withdraw(owner);
  expect([await grants(), await statesOf(commentId)]).toEqual([[], [["Aki", "withdrawn"]]]);
  expect((await notices()).every(({ readAt }) => readAt !== null)).toBe(true);
  await expect(withdraw(owner)).rejects.toMatchObject({ code: "invalid_state" });
  await db.$transaction((tx) => resumeRequests(tx, owner, commentId));
  expect(await grants()).toEqual([]);
});

test("what cannot be asked", async () => {
  const { owner, mate } = people;
  const [mine, secret] = [await aComment(owner), await aComment(owner, { visibility: "private" })];
  const gone = await aComment(owner, { deletedAt: new Date() });
  const left = await aMember({ id: workspaceId });
  await db.member.updateMany({ where: { id: left.memberId }, data: { state: "deactivated" } });
  const fields = (code: string) => ({ code: "validation_failed", fields: { memberId: [code] } });
  await expect(ask(owner, mine, owner)).rejects.toMatchObject(fields("asks_self"));
  await expect(ask(owner, secret, mate)).rejects.toMatchObject(fields("private_comment"));
  await expect(ask(owner, mine, left)).rejects.toMatchObject(fields("person_left"));
  await expect(ask(owner, mine, await aMember(await aWorkspace()))).rejects.toMatchObject(
    fields("invalid_choice"),
  );
  await expect(ask(owner, mine, mate, { dueOn: "2001-01-01" })).rejects.toMatchObject({
    fields: { dueOn: ["due_past"] },
  });
  await expect(ask(mate, mine, owner)).rejects.toMatchObject({ code: "forbidden" });
  for (const commentId of [gone, randomUUID()])
    await expect(ask(owner, commentId, mate)).rejects.toMatchObject({ code: "not_found" });
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  await expect(ask(stranger, mine, mate)).rejects.toMatchObject({ code: "not_found" });
  expect(await db.feedbackRequest.count({ where: { workspaceId } })).toBe(0);
  for (let count = 0; count < LIMITS.requestsOnComment; count += 1) {
    const { memberId } = await aMember({ id: workspaceId });
    const row = { id: newId(), workspaceId, callId, commentId: mine, memberId };
    await db.feedbackRequest.create({ data: { ...row, byId: owner.memberId } });
  }
  await expect(ask(owner, mine, mate)).rejects.toMatchObject({
    fields: { memberId: ["limit_reached?n=20&max=20"] },
  });
});
