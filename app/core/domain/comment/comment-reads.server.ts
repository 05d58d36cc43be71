import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { can, callAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { listMemberActors } from "../account/member-actors.server.ts";
import { DomainError } from "../errors.ts";
import { commentRow, type CommentRecord } from "./comment-rows.server.ts";
import type { CommentQuote, CommentView, MentionChoices } from "./comment-views.ts";
import { quotesOf } from "./quotes.server.ts";

type Ref = { workspaceId: string; callId: string };

/**
 * The comments of a call that the actor may read, by place: those about the call as a whole first, answers in the order
 * they came. Deleted ones only where answers of theirs are left.
 */
export async function listComments(
  actor: Member,
  { workspaceId, callId }: Ref,
): Promise<CommentView[]> {
  const found = await db.comment.findMany({
    where: { workspaceId, callId, ...SHOWN, AND: visible(actor, "comment.read") },
    orderBy: [{ t0Ms: { sort: "asc", nulls: "first" } }, { createdAt: "asc" }, { id: "asc" }],
    select: commentRow,
  });
  return viewsOf(actor, { workspaceId, callId }, found);
}

/**
 * One comment as it is now, for a reader who follows the call.
 * @returns `undefined` where the actor may not know of it, null where it is deleted and nothing is left to show
 */
export async function findComment(
  actor: Member,
  { callId, commentId }: { callId: string; commentId: string },
): Promise<CommentView | null | undefined> {
  const { workspaceId } = actor;
  const found = await db.comment.findFirst({
    where: { workspaceId, callId, id: commentId, AND: visible(actor, "comment.read") },
    select: { ...commentRow, _count: { select: { answers: { where: { deletedAt: null } } } } },
  });
  if (!found) return undefined;
  if (found.deletedAt !== null && found._count.answers === 0) return null;
  const [view] = await viewsOf(actor, { workspaceId, callId }, [found]);
  return view;
}

const SHOWN = { OR: [{ deletedAt: null }, { answers: { some: { deletedAt: null } } }] };

async function viewsOf(
  actor: Member,
  ref: Ref,
  found: readonly CommentRecord[],
): Promise<CommentView[]> {
  if (found.length === 0) return [];
  const ranges = found.filter(({ t1Ms, deletedAt }) => t1Ms !== null && deletedAt === null);
  const resolvers = found.flatMap(({ resolvedBy }) => resolvedBy ?? []);
  const roots = found.flatMap(({ id, parentId }) => (parentId === null ? id : []));
  const [quotes, names, own] = await Promise.all([
    quotesOf(
      ref,
      ranges.map(({ id }) => id),
    ),
    db.member.findMany({
      where: { workspaceId: ref.workspaceId, id: { in: resolvers } },
      select: { id: true, name: true },
    }),
    db.comment.findMany({
      where: {
        ...{ workspaceId: ref.workspaceId, parentId: { in: roots }, authorId: actor.memberId },
        deletedAt: null,
      },
      select: { parentId: true },
      distinct: ["parentId"],
    }),
  ]);
  const nameOf = (id: string | null) => names.find((member) => member.id === id)?.name ?? null;
  const answered = new Set(own.map(({ parentId }) => parentId));
  return found.map((row) =>
    viewOf(actor, row, {
      quotes: quotes.get(row.id) ?? [],
      resolver: nameOf(row.resolvedBy),
      hasAnswered: answered.has(row.id),
    }),
  );
}

type Around = { quotes: CommentQuote[]; resolver: string | null; hasAnswered: boolean };

function viewOf(
  actor: Member,
  row: CommentRecord,
  { quotes, resolver, hasAnswered }: Around,
): CommentView {
  const { id, callId, parentId, author, t0Ms, t1Ms, kind, isFlag, version } = row;
  const isDeleted = row.deletedAt !== null;
  const mine = row.follows.find(({ memberId }) => memberId === actor.memberId);
  return {
    ...{ id, callId, parentId, author, t0Ms, t1Ms, kind, isFlag, isDeleted, version, quotes },
    body: isDeleted ? "" : row.body,
    isPrivate: row.visibility === "private",
    mentions: isDeleted ? [] : row.mentions.map(({ member }) => member),
    asked: isDeleted
      ? []
      : row.feedbackRequests.map(({ member, dueOn, state }) => ({
          ...{ member, state },
          dueOn: dueOn?.toISOString().slice(0, 10) ?? null,
        })),
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    resolved: row.resolvedAt === null ? null : { by: resolver, at: row.resolvedAt.toISOString() },
    isFollowed: mine?.isOn ?? (author.id === actor.memberId || hasAnswered),
    canEdit: !isDeleted && can(actor, "comment.edit", row),
    canDelete: !isDeleted && can(actor, "comment.delete", row),
  };
}

/** When the actor's last visit to a call began; of the first one, now. ISO. */
export async function lastVisit(actor: Member, callId: string): Promise<string> {
  const memberId = actor.impersonator?.memberId ?? actor.memberId;
  const view = await db.callView.findFirst({
    where: { workspaceId: actor.workspaceId, callId, memberId },
    select: { seenAt: true },
  });
  return (view?.seenAt ?? now()).toISOString();
}

/**
 * Everybody who can be mentioned on a call, by name, and who of them sees it.
 * @throws DomainError `not_found`
 */
export async function listMentionable(actor: Member, callId: string): Promise<MentionChoices> {
  const { workspaceId } = actor;
  const call = await db.call.findFirst({
    where: { id: callId, AND: visible(actor, "call.read") },
    select: callAccess,
  });
  if (!call) throw new DomainError("not_found");
  const [members, teams] = await Promise.all([
    listMemberActors(workspaceId),
    db.member.findMany({
      where: { workspaceId, primaryTeamId: { not: null } },
      select: { id: true, primaryTeam: { select: { name: true } } },
    }),
  ]);
  const teamOf = new Map(teams.map(({ id, primaryTeam }) => [id, primaryTeam?.name ?? null]));
  return {
    people: members
      .filter(({ memberId }) => memberId !== actor.memberId)
      .map((member) => ({
        id: member.memberId,
        name: member.name,
        team: teamOf.get(member.memberId) ?? null,
        sees: can(member, "call.read", call),
      })),
    canShare: can(actor, "call.share", call),
  };
}
