import { now } from "#app/core/platform/clock.ts";
import { db, notify, Prisma, rows } from "#app/core/platform/db.server.ts";
import { paths } from "#app/paths.ts";
import { demand, visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { DomainError } from "../errors.ts";
import { descending, type List, readPage } from "../list/list.server.ts";
import {
  emailIn,
  MOST_COUNTED,
  NOTICE_SUBJECTS,
  type NoticesChanged,
  type NoticeSubject,
  type NoticeView,
} from "./notice-views.ts";
import { isNoticeKind, NOTICE_KINDS } from "./notices.ts";
import { noticePath } from "./notice-path.ts";

const PAGE = 30;
const KEPT_MS = 90 * 86_400_000;

type Row = {
  id: string;
  kind: string;
  created_at: Date;
  read_at: Date | null;
  values: Record<string, unknown>;
  target_kind: string | null;
  target_id: string | null;
  by_name: string | null;
  title: string | null;
};

/** The actor's own alone: nobody reads them through the actor's eyes. */
const mine = (actor: Member): Prisma.Sql =>
  Prisma.sql`n.workspace_id = ${actor.workspaceId}::uuid AND n.member_id = ${actor.memberId}::uuid
    AND n.kind = ANY(${NOTICE_KINDS}) AND ${actor.impersonator === null ? Prisma.sql`true` : Prisma.sql`false`}`;

const noticeList = (actor: Member): List<Row> => ({
  table: Prisma.sql`n`,
  select: Prisma.sql`
    SELECT n.id, n.kind, n.created_at, n.read_at, n.values, n.target_kind, n.target_id, m.name AS by_name,
      coalesce(c.title, cl.title, lb.name, left_by.name) AS title
    FROM notification n
    LEFT JOIN member m ON m.workspace_id = n.workspace_id AND m.id = n.actor_id AND m.scrubbed_at IS NULL
    LEFT JOIN call c ON c.workspace_id = n.workspace_id AND n.target_kind = 'call' AND c.id = n.target_id
      AND ${visibleSql(actor, "call.read")}
    LEFT JOIN clip cl ON cl.workspace_id = n.workspace_id AND n.target_kind = 'clip' AND cl.id = n.target_id
      AND ${visibleSql(actor, "clip.read")}
    LEFT JOIN library lb ON lb.workspace_id = n.workspace_id AND n.target_kind = 'library' AND lb.id = n.target_id
      AND ${visibleSql(actor, "library.read")}
    LEFT JOIN member left_by ON left_by.workspace_id = n.workspace_id AND n.target_kind = 'member' AND left_by.id = n.target_id
      AND left_by.scrubbed_at IS NULL`,
  from: Prisma.sql`notification n`,
  where: mine(actor),
  order: descending({
    kind: "time",
    sql: Prisma.sql`n.created_at`,
    of: (row) => row.created_at,
  }),
});

/** How many notices the actor has not read, and which is the newest, as columns: what every page asks. */
export const noticeGlance = (actor: Member): Prisma.Sql => Prisma.sql`
      (SELECT count(*)::int FROM (SELECT 1 FROM notification n WHERE ${mine(actor)} AND n.read_at IS NULL LIMIT ${MOST_COUNTED}) x) AS unread,
      (SELECT n.id FROM notification n WHERE ${mine(actor)} ORDER BY n.created_at DESC, n.id DESC LIMIT 1) AS newest`;

/** The same by itself: what the stream tells. */
export async function glanceAtNotices(actor: Member): Promise<NoticesChanged> {
  const [found] = await rows<NoticesChanged>(Prisma.sql`SELECT ${noticeGlance(actor)}`, {
    isPrepared: true,
  });
  return found ?? { unread: 0, newest: null };
}

/** A page of the actor's notices, the newest first; titles as the actor may see them now. @throws DomainError `forbidden` */
export async function listNotices(
  actor: Member,
  { after, limit = PAGE }: { after: string | null; limit?: number },
): Promise<{ notices: NoticeView[]; next: string | null }> {
  demand(actor, "notice.list");
  const page = await readPage(noticeList(actor), { after, limit });
  return { notices: page.rows.flatMap(viewOf), next: page.next };
}

function viewOf(row: Row): NoticeView[] {
  const { id, kind, by_name, title, target_kind, values } = row;
  if (!isNoticeKind(kind)) return [];
  const subject = subjectOf(target_kind);
  const about = subject && { kind: subject, title };
  return [
    {
      ...{ id, kind, about, by: by_name ?? emailIn(values) },
      dueOn: typeof values["dueOn"] === "string" ? values["dueOn"] : null,
      at: row.created_at.toISOString(),
      isUnread: row.read_at === null,
      isOpenable: about === null || title !== null,
    },
  ];
}

const subjectOf = (kind: string | null): NoticeSubject | null =>
  NOTICE_SUBJECTS.find((one) => one === kind) ?? null;

/**
 * Opens a notice: it counts as read from then on, in every tab.
 * @returns the address of what it is about; the list of notices where that can no longer be seen
 * @throws DomainError `not_found`, `forbidden`
 */
export async function openNotice(actor: Member, noticeId: string): Promise<string> {
  demand(actor, "notice.list");
  const list = noticeList(actor);
  const [row] = await rows<Row>(
    Prisma.sql`${list.select} WHERE ${list.where} AND n.id = ${noticeId}::uuid`,
  );
  if (!row) throw new DomainError("not_found");
  if (row.read_at === null) await readThese(actor, { id: noticeId });
  const isGone = subjectOf(row.target_kind) !== null && row.title === null;
  const { kind, target_kind: targetKind, target_id: targetId, values } = row;
  return isGone || !isNoticeKind(kind)
    ? paths.notices()
    : noticePath(kind, { memberId: actor.memberId, targetKind, targetId, values });
}

/** @throws DomainError `not_found` */
export async function markRead(actor: Member, noticeId: string): Promise<void> {
  const { workspaceId, memberId } = actor;
  const known = await db.notification.count({ where: { workspaceId, memberId, id: noticeId } });
  if (known === 0) throw new DomainError("not_found");
  await readThese(actor, { id: noticeId });
}

/** Those that came until now; one that comes at the same moment stays unread. */
export const markAllRead = (actor: Member): Promise<void> =>
  readThese(actor, { createdAt: { lte: now() } });

async function readThese(
  { workspaceId, memberId }: Member,
  which: Prisma.NotificationWhereInput,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.notification.updateMany({
      where: { ...which, workspaceId, memberId, readAt: null },
      data: { readAt: now(), mailDueAt: null },
    });
    if (count > 0) await notify(tx, "member", `${workspaceId}:${memberId}`);
  });
}

/** Notices are kept for 90 days (product §6). @returns how many were deleted */
export async function deleteOldNotices(): Promise<number> {
  const { count } = await db.notification.deleteMany({
    where: { createdAt: { lt: new Date(now().getTime() - KEPT_MS) } },
  });
  return count;
}
