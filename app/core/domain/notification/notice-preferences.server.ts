import { now } from "#app/core/platform/clock.ts";
import { db, Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { readSettings } from "../workspace-settings.ts";
import type { WorkingHours } from "../working-hours.ts";
import {
  mailChoiceOf,
  type NoticeChoices,
  type NoticePreferences,
  type NoticePreferencesView,
  readNoticePreferences,
} from "./notice-choices.ts";
import { CHOOSABLE_KINDS, isNoticeKind, type MailChoice, type NoticeKind } from "./notices.ts";

type Person = { workspaceId: string; memberId: string };

export async function getNoticePreferences(actor: Member): Promise<NoticePreferencesView> {
  const { workspaceId, memberId: id } = actor;
  const { preferences, workspace } = await db.member.findFirstOrThrow({
    where: { workspaceId, id },
    select: { preferences: true, workspace: { select: { settings: true } } },
  });
  const { hours: usualHours } = readSettings(workspace.settings);
  return { ...readNoticePreferences(preferences), usualHours };
}

/** When each kind is mailed to the actor from now on; kinds that are not named stay as they are. @throws DomainError `forbidden` */
export async function changeNoticeChoices(actor: Member, choices: NoticeChoices): Promise<void> {
  demand(actor, "profile.change");
  await db.$transaction(async (tx) => {
    if (!(await saveChoices(tx, actor, choices))) return;
    await record(
      tx,
      actor,
      "preferences.changed",
      { kind: "member", id: actor.memberId },
      { after: { notices: choices } },
    );
  });
}

/** The actor's own working hours; null: those of the workspace. @throws DomainError `forbidden` */
export async function changeWorkingHours(actor: Member, hours: WorkingHours | null): Promise<void> {
  demand(actor, "profile.change");
  await db.$transaction(async (tx) => {
    const before = await lockPreferences(tx, actor);
    if (!before) return;
    await mergePreferences(tx, actor, { hours });
    await record(
      tx,
      actor,
      "preferences.changed",
      { kind: "member", id: actor.memberId },
      { before: { hours: before.hours }, after: { hours } },
    );
  });
}

/**
 * Writes choices beside those that stand. E-mails of a kind that is switched off are not due any more, also of notices
 * that came before. The audit entry is the caller's.
 * @returns whether there is such a member
 */
export async function saveChoices(
  tx: Tx,
  person: Person,
  choices: NoticeChoices,
): Promise<boolean> {
  const before = await lockPreferences(tx, person);
  if (!before) return false;
  const asked = Object.entries(choices).filter((one): one is [NoticeKind, MailChoice] =>
    CHOOSABLE_KINDS.some((kind) => kind === one[0]),
  );
  const notices = { ...before.choices, ...Object.fromEntries(asked) };
  await mergePreferences(tx, person, { notices });
  const { workspaceId, memberId } = person;
  const off = Object.keys(notices).filter(
    (kind) => isNoticeKind(kind) && mailChoiceOf(kind, notices) === "never",
  );
  await tx.notification.updateMany({
    where: { workspaceId, memberId, kind: { in: off }, mailedAt: null, createdAt: { lte: now() } },
    data: { mailDueAt: null },
  });
  return true;
}

/** Two forms at the same moment come one after the other. */
async function lockPreferences(
  tx: Tx,
  { workspaceId, memberId }: Person,
): Promise<NoticePreferences | null> {
  const [row] = await tx.$queryRaw<{ preferences: unknown }[]>(Prisma.sql`
    SELECT preferences FROM member WHERE workspace_id = ${workspaceId}::uuid AND id = ${memberId}::uuid FOR NO KEY UPDATE`);
  return row ? readNoticePreferences(row.preferences) : null;
}

/** Other parts of the preferences, such as the player's, stay as they are. */
const mergePreferences = (
  tx: Tx,
  { workspaceId, memberId }: Person,
  part: { notices: NoticeChoices } | { hours: WorkingHours | null },
): Promise<number> => tx.$executeRaw`
  UPDATE member SET preferences = preferences || ${JSON.stringify(part)}::jsonb
  WHERE workspace_id = ${workspaceId}::uuid AND id = ${memberId}::uuid`;
