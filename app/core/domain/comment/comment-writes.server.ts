import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { authorise, callAccess, commentAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { changedMeanwhile } from "../audit/changed-meanwhile.server.ts";
import { record } from "../audit/record.server.ts";
import { markReviewed } from "../call/heard.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { mention, notifyOfAnswer, unmention } from "./address.server.ts";
import type { CommentEdit, NewComment, Reply } from "./comment.schema.ts";
import { answerRequests, requestFeedback } from "../review/request.server.ts";
import { completeReviews } from "../review/review.server.ts";
import {
  commentGone,
  indexComments,
  inTurn,
  logged,
  publishComment,
} from "./comment-rows.server.ts";
import { findMentions } from "./mentions.ts";
import { type CommentedCall, findPeople, type People } from "./people.server.ts";
import { keepQuotes } from "./quotes.server.ts";

export type Written = { commentId: string };
const NOBODY: People = { mentioned: [], asked: [] };
const callRow = {
  ...callAccess,
  id: true,
  durationMs: true,
  owner: { select: { name: true } },
} as const;

/**
 * Comments on a call: at a time, on a range of it, or on the whole.
 * @throws DomainError `not_found`, `forbidden`, `limit_reached`, `validation_failed` (t0Ms, t1Ms: range_outside,
 * range_reversed; and as `findPeople`)
 */
export async function addComment(
  actor: Member,
  callId: string,
  input: NewComment,
): Promise<Written> {
  const { body, kind, isPrivate, t0Ms, t1Ms } = input;
  return db.$transaction(async (tx) => {
    const call = authorise(
      actor,
      "comment.write",
      await tx.call.findFirst({
        where: { id: callId, AND: visible(actor, "call.read") },
        select: callRow,
      }),
    );
    const range = checkRange(call.durationMs, t0Ms, t1Ms);
    // Nobody else reads it: it tells and asks nobody.
    const people = isPrivate ? NOBODY : await findPeople(tx, actor, call, input);
    const commentId = await create(tx, actor, callId, {
      ...{ body, kind, isPrivate, parentId: null },
      ...range,
    });
    if (range.t0Ms !== null && range.t1Ms !== null)
      await keepQuotes(tx, { workspaceId: actor.workspaceId, callId }, commentId, {
        ...{ t0Ms: range.t0Ms, t1Ms: range.t1Ms },
      });
    await finish(tx, actor, call, { commentId, isPrivate, people });
    for (const { memberId, needsAccess: givesAccess } of people.asked)
      await requestFeedback(tx, actor, {
        ...{ callId, commentId, memberId, dueOn: input.dueOn ?? null, givesAccess },
      });
    return { commentId };
  });
}

/**
 * Answers a comment; an answer to an answer stands beside it.
 * @throws DomainError `not_found`, `forbidden`, `limit_reached`, `validation_failed`
 */
export async function reply(actor: Member, callId: string, input: Reply): Promise<Written> {
  return db.$transaction(async (tx) => {
    const found = await tx.comment.findFirst({
      where: { id: input.commentId, callId, AND: visible(actor, "comment.read") },
      select: {
        ...{
          ...commentAccess,
          id: true,
          parentId: true,
          deletedAt: true,
          call: { select: callRow },
        },
        answers: { where: { deletedAt: null }, select: { id: true }, take: 1 },
      },
    });
    if (!found) throw await commentGone(tx, actor, callId);
    const parent = authorise(actor, "comment.read", found);
    if (parent.deletedAt !== null && parent.answers.length === 0)
      throw await commentGone(tx, actor, callId);
    authorise(actor, "comment.write", parent.call);
    const isPrivate = parent.visibility === "private";
    const rootId = parent.parentId ?? parent.id;
    const people = isPrivate ? NOBODY : await findPeople(tx, actor, parent.call, input);
    const commentId = await create(tx, actor, callId, {
      ...{ body: input.body, kind: "plain", isPrivate, parentId: rootId },
      ...{ t0Ms: null, t1Ms: null },
    });
    await finish(tx, actor, parent.call, { commentId, isPrivate, people });
    if (isPrivate) return { commentId };
    const answered = await answerRequests(tx, actor, {
      callId,
      commentId: rootId,
      replyId: commentId,
    });
    // Whoever asked is told that they were answered, which is a reply and more.
    const told = [
      ...people.mentioned.map(({ memberId }) => memberId),
      ...answered.map(({ byId }) => byId),
    ];
    await notifyOfAnswer(tx, actor, parent.call, { rootId, replyId: commentId, named: told });
    return { commentId };
  });
}

/**
 * Changes what a comment says. Whoever is not named in it any more loses the access that the mention gave.
 * @throws DomainError `not_found`, `forbidden`, `conflict`, `limit_reached`, `validation_failed`
 */
export async function editComment(
  actor: Member,
  callId: string,
  input: CommentEdit,
): Promise<Written> {
  const { commentId, body, kind, version } = input;
  const { workspaceId } = actor;
  return db.$transaction(async (tx) => {
    const found = await tx.comment.findFirst({
      where: { id: commentId, callId, deletedAt: null, AND: visible(actor, "comment.read") },
      select: {
        ...{ ...commentAccess, body: true, call: { select: callRow } },
        mentions: { select: { member: { select: { id: true, name: true } } } },
      },
    });
    if (!found) throw await commentGone(tx, actor, callId);
    const before = authorise(actor, "comment.edit", found);
    const isPrivate = before.visibility === "private";
    const people = isPrivate ? NOBODY : await findPeople(tx, actor, before.call, input);
    const { count } = await tx.comment.updateMany({
      where: { workspaceId, id: commentId, version, deletedAt: null },
      data: { body, kind, editedAt: now(), updatedAt: now(), version: { increment: 1 } },
    });
    if (count === 0) throw await changedMeanwhile(actor, commentId);
    const ref = { workspaceId, callId, commentId };
    // Somebody who was renamed since is not called so in either text, and stays.
    const wasNamed = findMentions(
      before.body,
      before.mentions.map(({ member }) => member),
    ).flatMap(({ ids }) => ids);
    const isNamed = people.mentioned.map(({ memberId }) => memberId);
    const isGone = (id: string) => !isNamed.includes(id);
    await unmention(tx, actor, commentId, wasNamed.filter(isGone));
    await mention(tx, actor, before.call, commentId, people.mentioned);
    await record(
      tx,
      actor,
      "comment.edited",
      { kind: "comment", id: commentId },
      {
        ...logged(callId, isPrivate),
      },
    );
    if (!isPrivate) await indexComments(tx, ref);
    await publishComment(tx, ref);
    return { commentId };
  });
}

type Place = { t0Ms: number | null; t1Ms: number | null };

/** @throws DomainError `validation_failed` */
function checkRange(durationMs: number | null, t0Ms?: number, t1Ms?: number): Place {
  if (t0Ms === undefined && t1Ms === undefined) return { t0Ms: null, t1Ms: null };
  const start = t0Ms ?? 0;
  const end = t1Ms ?? start;
  const refuse = (field: string, code: string) =>
    new DomainError("validation_failed", { [field]: [code] });
  if (t1Ms !== undefined && t1Ms <= start) throw refuse("t1Ms", "range_reversed");
  const outside = `range_outside?t=${clock(durationMs ?? 0)}`;
  if (start > (durationMs ?? -1)) throw refuse("t0Ms", outside);
  if (end > (durationMs ?? -1)) throw refuse("t1Ms", outside);
  return { t0Ms: start, t1Ms: t1Ms ?? null };
}

/** As the player writes times: `12:34`, `1:02:03`. */
function clock(ms: number): string {
  const [hours, minutes, seconds] = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1_000) % 60].map(
    Math.floor,
  );
  const two = (value = 0) => String(value).padStart(2, "0");
  return (hours ?? 0) > 0
    ? `${hours}:${two(minutes)}:${two(seconds)}`
    : `${minutes}:${two(seconds)}`;
}

type Row = Place & {
  body: string;
  kind: NewComment["kind"];
  isPrivate: boolean;
  parentId: string | null;
};

/** @throws DomainError `limit_reached`: of what the actor may count */
async function create(
  tx: Tx,
  { workspaceId, memberId }: Member,
  callId: string,
  { isPrivate, ...row }: Row,
): Promise<string> {
  await inTurn(tx, callId);
  const count = await tx.comment.count({
    where: {
      ...{ workspaceId, callId, deletedAt: null },
      OR: [{ visibility: { not: "private" } }, { authorId: memberId }],
    },
  });
  if (count >= LIMITS.commentsOnCall) throw limitReached(LIMITS.commentsOnCall, count, "body");
  const id = newId();
  await tx.comment.create({
    data: {
      ...{ id, workspaceId, callId, authorId: memberId, createdBy: memberId, ...row },
      visibility: isPrivate ? "private" : "internal",
    },
    select: { id: true },
  });
  return id;
}

/** What every new comment brings with it: who it names, the log, the search, open pages, and that the call was reviewed. */
async function finish(
  tx: Tx,
  actor: Member,
  call: CommentedCall,
  made: { commentId: string; isPrivate: boolean; people: People },
): Promise<void> {
  const { commentId, isPrivate, people } = made;
  const ref = { workspaceId: actor.workspaceId, callId: call.id, commentId };
  await mention(tx, actor, call, commentId, people.mentioned);
  await record(
    tx,
    actor,
    "comment.added",
    { kind: "comment", id: commentId },
    {
      ...logged(call.id, isPrivate),
    },
  );
  await publishComment(tx, ref);
  if (isPrivate) return;
  if (call.ownerId !== actor.memberId) await markReviewed(tx, ref);
  await completeReviews(tx, actor, call.id);
  await indexComments(tx, ref);
}
