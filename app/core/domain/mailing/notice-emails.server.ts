import { now } from "#app/core/platform/clock.ts";
import { db, Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { errorFacts } from "#app/core/platform/error-facts.ts";
import { log } from "#app/core/platform/log.server.ts";
import { paths } from "#app/paths.ts";
import { visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { findMemberActor } from "../account/member-actor.server.ts";
import { emailIn, NOTICE_SUBJECTS, type NoticeSubject } from "../notification/notice-views.ts";
import type { NoticeLine } from "../notification/email-templates.ts";
import { isNoticeKind, type NoticeKind, ruleOf } from "../notification/notices.ts";
import { queueEmail } from "../notification/outbox.server.ts";
import { unsubscribeUrl } from "../notification/unsubscribe.server.ts";

/** Members who are written to in one round; the next one comes a minute later. */
const MOST_MEMBERS = 500;
/** So many notices stand in one e-mail, the newest; the others are counted. */
const MOST_LINES = 20;

type Person = { workspaceId: string; memberId: string };
type Due = {
  id: string;
  kind: string;
  target_kind: string | null;
  target_id: string | null;
  by_name: string | null;
  values: Record<string, unknown>;
};

/**
 * Writes the e-mails of notices that are due and still unread: one to each member, whatever it is made of.
 * @returns how many were queued
 */
export async function sendDueNotices(): Promise<number> {
  const people = await db.notification.findMany({
    where: { mailDueAt: { lte: now() }, mailedAt: null, readAt: null },
    distinct: ["workspaceId", "memberId"],
    take: MOST_MEMBERS,
    select: { workspaceId: true, memberId: true },
  });
  let sent = 0;
  for (const person of people)
    try {
      sent += Number(await sendTo(person));
    } catch (error) {
      // One that cannot be written holds up no other; it is tried again.
      log.error({ member: person.memberId, err: errorFacts(error) }, "an e-mail of notices failed");
    }
  return sent;
}

async function sendTo(person: Person): Promise<boolean> {
  const { workspaceId, memberId } = person;
  const actor = await findMemberActor(workspaceId, memberId);
  return db.$transaction(async (tx) => {
    const due = await lockDue(tx, person);
    const ids = due.map(({ id }) => id);
    // Nobody to write to, or nothing to write with: it stays a notice, and is no e-mail of a later day.
    const lines = actor && canSend() ? await linesFor(tx, actor, due) : [];
    const of = { workspaceId, memberId, id: { in: ids } };
    if (!actor || lines.length === 0) {
      await tx.notification.updateMany({ where: of, data: { mailDueAt: null } });
      return false;
    }
    await tx.notification.updateMany({ where: of, data: { mailedAt: now() } });
    await queue(tx, actor, lines, ids[0] ?? "");
    return true;
  });
}

const canSend = (): boolean => env().SMTP_URL !== undefined || env().hasMailPage;

/** Two workers at the same moment: the second finds nothing. The newest first. */
const lockDue = (tx: Tx, { workspaceId, memberId }: Person): Promise<Due[]> =>
  tx.$queryRaw<Due[]>(Prisma.sql`
    SELECT n.id, n.kind, n.target_kind, n.target_id, n.values,
      (SELECT m.name FROM member m WHERE m.workspace_id = n.workspace_id AND m.id = n.actor_id AND m.scrubbed_at IS NULL) AS by_name
    FROM notification n
    WHERE n.workspace_id = ${workspaceId}::uuid AND n.member_id = ${memberId}::uuid
      AND n.mail_due_at <= ${now()} AND n.mailed_at IS NULL AND n.read_at IS NULL
    ORDER BY n.created_at DESC, n.id DESC FOR UPDATE OF n SKIP LOCKED`);

type Line = NoticeLine & { kind: NoticeKind };

/**
 * What the e-mail says of each: who, what, and a link. What the reader may no longer open is left out, and a private
 * call, or a clip of one, is "a call": of its content nothing leaves the workspace.
 */
async function linesFor(tx: Tx, actor: Member, due: readonly Due[]): Promise<Line[]> {
  const ids = (kind: NoticeSubject) =>
    due.flatMap(({ target_kind, target_id }) =>
      target_kind === kind && target_id !== null ? [target_id] : [],
    );
  const [calls, clips, libraries, members] = await Promise.all([
    tx.call.findMany({
      where: { id: { in: ids("call") }, AND: visible(actor, "call.read") },
      select: { id: true, title: true, visibility: true },
    }),
    tx.clip.findMany({
      where: { id: { in: ids("clip") }, AND: visible(actor, "clip.read") },
      select: { id: true, title: true, call: { select: { visibility: true } } },
    }),
    tx.library.findMany({
      where: { id: { in: ids("library") }, AND: visible(actor, "library.read") },
      select: { id: true, name: true },
    }),
    tx.member.findMany({
      where: { workspaceId: actor.workspaceId, id: { in: ids("member") }, scrubbedAt: null },
      select: { id: true, name: true },
    }),
  ]);
  const known = new Map<string, string | null>([
    ...calls.map(
      ({ id, title, visibility }) => [id, visibility === "private" ? null : title] as const,
    ),
    ...clips.map(
      ({ id, title, call }) => [id, call.visibility === "private" ? null : title] as const,
    ),
    ...libraries.map(({ id, name }) => [id, name] as const),
    ...members.map(({ id, name }) => [id, name] as const),
  ]);
  return due.flatMap(({ id, kind, target_kind, target_id, by_name, values }) => {
    const about = NOTICE_SUBJECTS.find((subject) => subject === target_kind);
    if (!isNoticeKind(kind) || (about && !known.has(target_id ?? ""))) return [];
    const call = known.get(target_id ?? "") ?? null;
    const who = by_name ?? emailIn(values);
    const url = `${env().appUrl}${paths.notice(id)}`;
    return [{ kind, who, call, ...(about && { about }), url }];
  });
}

/** @param dedupe the newest of its notices: each is in one e-mail */
async function queue(tx: Tx, actor: Member, lines: readonly Line[], dedupe: string): Promise<void> {
  const [first] = lines;
  const url = lines.length === 1 && first ? first.url : `${env().appUrl}${paths.notices()}`;
  await queueEmail(
    tx,
    {
      to: actor.email,
      language: actor.language === "ja" ? "ja" : "en",
      workspaceId: actor.workspaceId,
    },
    {
      name: "notice",
      dedupe,
      facts: {
        url,
        lines: lines.slice(0, MOST_LINES),
        more: Math.max(0, lines.length - MOST_LINES),
        unsubscribeUrl: wayOut(actor, lines),
      },
    },
  );
}

/** Of one kind: that kind; of several: all that may be switched off; null where none of them may. */
function wayOut(actor: Member, lines: readonly Line[]): string | null {
  const kinds = [...new Set(lines.map(({ kind }) => kind))].filter(
    (kind) => ruleOf(kind).isFixed !== true,
  );
  const [first] = kinds;
  if (first === undefined) return null;
  return unsubscribeUrl(actor, kinds.length === 1 ? `kind:${first}` : "kinds:all");
}
