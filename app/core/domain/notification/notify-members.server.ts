import { createHash } from "node:crypto";
import { now } from "#app/core/platform/clock.ts";
import { db, notify, type Tx } from "#app/core/platform/db.server.ts";
import { readSettings } from "../workspace-settings.ts";
import { mailDueAt, readNoticePreferences } from "./notice-choices.ts";
import type { NoticeSubject } from "./notice-views.ts";
import { type NoticeKind, type NoticeValues, ruleOf } from "./notices.ts";

export type NoticeTarget = { kind: NoticeSubject | "workspace"; id: string };
type Notice<K extends NoticeKind> = { kind: K; target: NoticeTarget; values: NoticeValues<K> };

/**
 * Tells members of something that waits for them, in the transaction that made it so; open pages of theirs hear of it at
 * commit, and the e-mail is due as they chose. The same thing is told to the same member once; what may be asked again is
 * unread again. Whoever did it is not told
 * of it, nor who is not an active member.
 * @param by who did it; null: a program
 * @param target what it is about; its title is read when it is shown, by the reader's rights
 */
export async function notifyMembers<K extends NoticeKind>(
  tx: Tx,
  { workspaceId, by }: { workspaceId: string; by: string | null },
  memberIds: readonly string[],
  { kind, target, values }: Notice<K>,
): Promise<void> {
  const ids = [...new Set(memberIds)].filter((id) => id !== by);
  if (ids.length === 0) return;
  const told = await tx.member.findMany({
    where: {
      workspaceId,
      id: { in: ids },
      scrubbedAt: null,
      ...(ruleOf(kind).hasOwnEmail !== true && { state: "active" }),
    },
    select: { id: true, timeZone: true, preferences: true },
  });
  if (told.length === 0) return;
  const workspace = await tx.workspace.findUniqueOrThrow({
    where: { id: workspaceId },
    select: { timeZone: true, settings: true },
  });
  const { hours: usual, holidays } = readSettings(workspace.settings);
  const at = now();
  const notices = told.map(({ id: memberId, timeZone, preferences }) => {
    const { choices, hours } = readNoticePreferences(preferences);
    return {
      id: idOf([workspaceId, memberId, kind, target.kind, target.id, values]),
      ...{ workspaceId, memberId, kind, values, actorId: by },
      targetKind: target.kind,
      targetId: target.id,
      createdAt: at,
      mailDueAt: mailDueAt(kind, choices, at, {
        ...{ hours: hours ?? usual, holidays },
        zone: timeZone ?? workspace.timeZone,
      }),
    };
  });
  const made = await tx.notification.createManyAndReturn({
    data: notices,
    skipDuplicates: true,
    select: { memberId: true },
  });
  const reached = new Set(made.map(({ memberId }) => memberId));
  if (ruleOf(kind).isAskedAgain === true)
    for (const { id, memberId, mailDueAt: due } of notices) {
      const { count } = await tx.notification.updateMany({
        where: { workspaceId, id, readAt: { not: null } },
        data: { readAt: null, mailedAt: null, mailDueAt: due, actorId: by, createdAt: at },
      });
      if (count > 0) reached.add(memberId);
    }
  for (const memberId of reached) await notify(tx, "member", `${workspaceId}:${memberId}`);
}

/** The same to every active admin of the workspace, from a program. */
export async function notifyWorkspaceAdmins<K extends NoticeKind>(
  tx: Tx,
  workspaceId: string,
  { kind, values }: Pick<Notice<K>, "kind" | "values">,
): Promise<void> {
  const admins = await tx.member.findMany({
    where: { workspaceId, role: "admin", state: "active", scrubbedAt: null },
    select: { id: true },
  });
  await notifyMembers(
    tx,
    { workspaceId, by: null },
    admins.map(({ id }) => id),
    { kind, target: { kind: "workspace", id: workspaceId }, values },
  );
}

/** A full disk is for the admins to clear: they read of it once a day, wherever it was met. */
export const notifyOfFullDisk = (tx: Tx, workspaceId: string): Promise<void> =>
  notifyWorkspaceAdmins(tx, workspaceId, {
    kind: "storage_full",
    values: { day: now().toISOString().slice(0, 10) },
  });

/** The same where nothing else is written. */
export const reportFullDisk = (workspaceId: string): Promise<void> =>
  db.$transaction((tx) => notifyOfFullDisk(tx, workspaceId));

/** A UUIDv8 (RFC 9562 §5.8) made of what a notice is: two at the same moment are one row, and a second one is none. */
function idOf(facts: readonly unknown[]): string {
  const bytes = createHash("sha256").update(JSON.stringify(facts)).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
