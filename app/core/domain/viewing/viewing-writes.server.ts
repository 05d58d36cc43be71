import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { authorise, demand, libraryAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { listMemberActors } from "../account/member-actors.server.ts";
import type { AuditEvent } from "../audit/events.ts";
import { record } from "../audit/record.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { notifyMembers } from "../notification/notify-members.server.ts";
import { DAY_MS } from "../library/required-days.ts";
import { dayText, dueDay } from "../review/due-day.ts";
import { isWaiting, progressOf, type ViewingRow, viewingRow } from "./progress.server.ts";
import { mayRequireOf, meantBy } from "./listeners.ts";
import type { NewViewing } from "./viewing.schema.ts";

const refuse = (field: string, code: string) =>
  new DomainError("validation_failed", { [field]: [code] });

const findLibrary = async (tx: Pick<Tx, "library">, actor: Member, libraryId: string) =>
  authorise(
    actor,
    "library.read",
    await tx.library.findFirst({
      where: { id: libraryId, AND: visible(actor, "library.read") },
      select: { ...libraryAccess, id: true },
    }),
  );

/**
 * Says that a person, or everybody of a team, is to hear a library or a folder of it by a day; they are told. Of a team it
 * means those who can read the library, as they are now, or as they are at any time.
 * @throws DomainError `not_found`, `forbidden`, `limit_reached`, `validation_failed` (grantee: invalid_choice,
 * cannot_read_library; folderId: invalid_choice; dueOn: due_past)
 */
export async function requireViewing(
  actor: Member,
  libraryId: string,
  { grantee, folderId, dueOn, includesLater }: NewViewing,
): Promise<{ requiredId: string }> {
  demand(actor, "library.require");
  const { workspaceId, memberId: byId } = actor;
  const [kind, id = ""] = grantee.split(":");
  const whose = {
    memberId: kind === "member" ? id : null,
    teamId: kind === "team" ? id : null,
  };
  const requiredId = await db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM library WHERE workspace_id = ${workspaceId}::uuid AND id = ${libraryId}::uuid FOR NO KEY UPDATE`;
    const library = await findLibrary(tx, actor, libraryId);
    const members = await listMemberActors(workspaceId);
    const isTeam =
      whose.teamId === null ||
      (await tx.team.count({ where: { workspaceId, id, deletedAt: null } })) > 0;
    if (!isTeam || !mayRequireOf(actor, whose, members)) throw refuse("grantee", "invalid_choice");
    const meant = meantBy(whose, members, library);
    if (meant.length === 0) throw refuse("grantee", "cannot_read_library");
    if (folderId !== null) {
      const where = { workspaceId, libraryId, id: folderId };
      if ((await tx.libraryFolder.count({ where })) === 0)
        throw refuse("folderId", "invalid_choice");
    }
    const count = await tx.requiredViewing.count({
      where: { workspaceId, libraryId, deletedAt: null },
    });
    if (count >= LIMITS.requiredViewings)
      throw limitReached(LIMITS.requiredViewings, count, "grantee");
    const due = dueDay(actor, dueOn, now()) ?? now();
    const made = newId();
    await tx.requiredViewing.create({
      data: {
        ...{ id: made, workspaceId, libraryId, folderId, ...whose, byId, dueOn: due },
        ...{ createdBy: byId, includesLater: includesLater && whose.teamId !== null },
      },
      select: { id: true },
    });
    await tx.requiredViewer.createMany({
      data: meant.map(({ memberId }) => ({ workspaceId, requiredId: made, memberId })),
    });
    await note(tx, actor, "library.viewing_required", libraryId, {
      after: { required: made, ...whose, folder: folderId, dueOn, people: meant.length },
    });
    return made;
  });
  // Who has nothing of it to play learns of it when they have.
  const viewing = await db.requiredViewing.findFirst({
    where: { workspaceId, id: requiredId },
    select: viewingRow,
  });
  const waiting = viewing
    ? (await progressOf(viewing, await listMemberActors(workspaceId))).filter(isWaiting)
    : [];
  await db.$transaction((tx) =>
    notifyRequired(tx, { workspaceId, libraryId, requiredId, dueOn, by: byId }, waiting),
  );
  return { requiredId };
}

type Told = {
  workspaceId: string;
  libraryId: string;
  requiredId: string;
  dueOn: string;
  by: string | null;
};

/** Lets people know that they are to hear it by a day, once for each day, and keeps that they do. */
export async function notifyRequired(
  tx: Tx,
  { workspaceId, libraryId, requiredId, dueOn, by }: Told,
  people: readonly Pick<Member, "memberId">[],
): Promise<void> {
  const memberIds = people.map(({ memberId }) => memberId);
  await notifyMembers(tx, { workspaceId, by }, memberIds, {
    kind: "viewing_required",
    target: { kind: "library", id: libraryId },
    values: { requiredId, dueOn },
  });
  await tx.requiredViewer.updateMany({
    where: { workspaceId, requiredId, memberId: { in: memberIds } },
    data: { toldAt: now() },
  });
}

/** A value that no round has read yet, long enough ago for the next one to look. */
const soon = (): Date => new Date(now().getTime() % DAY_MS);

/** One the actor may change, with everything of it. @throws DomainError `not_found`, `forbidden` */
async function findViewing(
  tx: Tx,
  actor: Member,
  libraryId: string,
  requiredId: string,
  isEnded = false,
): Promise<{ viewing: ViewingRow; members: Member[] }> {
  demand(actor, "library.require");
  const { workspaceId } = actor;
  await findLibrary(tx, actor, libraryId);
  const viewing = await tx.requiredViewing.findFirst({
    where: {
      ...{ workspaceId, libraryId, id: requiredId },
      deletedAt: isEnded ? { not: null } : null,
    },
    select: viewingRow,
  });
  if (!viewing) throw new DomainError("not_found");
  const members = await listMemberActors(workspaceId);
  // Whom it was set for has left: who set it can still take it away.
  if (viewing.byId !== actor.memberId && !mayRequireOf(actor, viewing, members))
    throw new DomainError("forbidden");
  return { viewing, members };
}

/** Another day, which everybody who is not through is told. @throws DomainError as `requireViewing` */
export async function changeViewing(
  actor: Member,
  libraryId: string,
  { requiredId, dueOn }: { requiredId: string; dueOn: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { viewing, members } = await findViewing(tx, actor, libraryId, requiredId);
    const due = dueDay(actor, dueOn, now(), viewing.dueOn) ?? viewing.dueOn;
    if (due.getTime() === viewing.dueOn.getTime()) return;
    const { workspaceId, memberId: by } = actor;
    await tx.requiredViewing.updateMany({
      where: { workspaceId, id: requiredId },
      data: { dueOn: due, lookedAt: soon() },
    });
    await note(tx, actor, "library.viewing_changed", libraryId, {
      before: { required: requiredId, dueOn: dayText(viewing.dueOn) },
      after: { dueOn },
    });
    const waiting = (await progressOf(viewing, members)).filter(isWaiting);
    await deleteNotices(tx, workspaceId, requiredId);
    await notifyRequired(tx, { workspaceId, libraryId, requiredId, dueOn, by }, waiting);
  });
}

/** Ends it, with its reminders; `restoreViewing` is the undo. @throws DomainError `not_found`, `forbidden` */
export const endViewing = (actor: Member, libraryId: string, requiredId: string): Promise<void> =>
  db.$transaction(async (tx) => {
    await findViewing(tx, actor, libraryId, requiredId);
    await tx.requiredViewing.updateMany({
      where: { workspaceId: actor.workspaceId, id: requiredId },
      data: { deletedAt: now() },
    });
    await hush(tx, actor.workspaceId, [requiredId]);
    await note(tx, actor, "library.viewing_ended", libraryId, { before: { required: requiredId } });
  });

/** @throws DomainError `not_found`, `forbidden` */
export const restoreViewing = (
  actor: Member,
  libraryId: string,
  requiredId: string,
): Promise<void> =>
  db.$transaction(async (tx) => {
    await findViewing(tx, actor, libraryId, requiredId, true);
    const { workspaceId } = actor;
    await tx.requiredViewing.updateMany({
      where: { workspaceId, id: requiredId },
      data: { deletedAt: null, lookedAt: soon() },
    });
    // Its notices had ended with it: who is not through learns of it again.
    await deleteNotices(tx, workspaceId, requiredId);
    await tx.requiredViewer.updateMany({
      where: { workspaceId, requiredId, completedAt: null },
      data: { toldAt: null },
    });
    await note(tx, actor, "library.viewing_restored", libraryId, {
      after: { required: requiredId },
    });
  });

/**
 * Reminds those who are not through, once a day.
 * @returns how many they are
 * @throws DomainError `not_found`, `forbidden`
 */
export const remindListeners = (
  actor: Member,
  libraryId: string,
  requiredId: string,
): Promise<{ facts: { people: string } }> =>
  db.$transaction(async (tx) => {
    const { viewing, members } = await findViewing(tx, actor, libraryId, requiredId);
    const waiting = (await progressOf(viewing, members)).filter(isWaiting);
    const { workspaceId, memberId: by } = actor;
    await notifyMembers(
      tx,
      { workspaceId, by },
      waiting.map(({ memberId }) => memberId),
      {
        kind: "viewing_due",
        target: { kind: "library", id: libraryId },
        values: {
          ...{ requiredId, dueOn: dayText(viewing.dueOn) ?? "" },
          step: `asked ${dayText(now())}`,
        },
      },
    );
    await note(tx, actor, "library.viewing_reminded", libraryId, {
      after: { required: requiredId, people: waiting.length },
    });
    return { facts: { people: String(waiting.length) } };
  });

/**
 * The actor played an item of the library to its end: whether they are through is looked at in the next round, when the
 * seconds they played have arrived, and not within the hour.
 */
export const lookSoon = ({ workspaceId, memberId }: Member, libraryId: string): Promise<unknown> =>
  db.requiredViewing.updateMany({
    where: {
      ...{ workspaceId, libraryId, deletedAt: null },
      listeners: { some: { memberId, completedAt: null } },
    },
    data: { lookedAt: soon() },
  });

/** What was told of it waits no more, and is not mailed. @param memberIds null: of everybody */
export const hush = (
  tx: Tx,
  workspaceId: string,
  requiredIds: readonly string[],
  memberIds: readonly string[] | null = null,
): Promise<unknown> =>
  tx.$executeRaw`
    UPDATE notification SET read_at = ${now()}, mail_due_at = NULL
    WHERE workspace_id = ${workspaceId}::uuid AND kind IN ('viewing_required', 'viewing_due') AND read_at IS NULL
      AND values ->> 'requiredId' = ANY(${[...requiredIds]}::text[])
      AND (${memberIds === null} OR member_id = ANY(${[...(memberIds ?? [])]}::uuid[]))`;

/** Its notices go: what they said is not so any more, and may come to be so again. */
const deleteNotices = (tx: Tx, workspaceId: string, requiredId: string): Promise<unknown> =>
  tx.$executeRaw`
    DELETE FROM notification WHERE workspace_id = ${workspaceId}::uuid AND kind IN ('viewing_required', 'viewing_due')
      AND values ->> 'requiredId' = ${requiredId}`;

const note = (
  tx: Tx,
  actor: Member,
  event: Extract<AuditEvent, `library.viewing_${string}`>,
  libraryId: string,
  change: { before?: object; after?: object },
): Promise<void> => record(tx, actor, event, { kind: "library", id: libraryId }, change);
