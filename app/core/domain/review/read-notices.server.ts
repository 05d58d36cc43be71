import { now } from "#app/core/platform/clock.ts";
import { notify, type Tx } from "#app/core/platform/db.server.ts";
import type { NoticeKind } from "../notification/notices.ts";

/** What a notice asks for is done, or asked no more: it counts as read, and open pages hear so at commit. */
export async function readNotices(
  tx: Tx,
  { workspaceId, memberId }: { workspaceId: string; memberId: string },
  kind: NoticeKind,
  [path, equals]: readonly ["requestId" | "assignmentId", string],
): Promise<void> {
  const { count } = await tx.notification.updateMany({
    where: { workspaceId, memberId, kind, readAt: null, values: { path: [path], equals } },
    data: { readAt: now() },
  });
  if (count > 0) await notify(tx, "member", `${workspaceId}:${memberId}`);
}

/** Who is asked once more is told once more: the same words would be taken for the notice that is there. */
export const deleteNotices = (
  tx: Tx,
  { workspaceId, memberId }: { workspaceId: string; memberId: string },
  kind: NoticeKind,
  [path, equals]: readonly ["requestId" | "assignmentId", string],
): Promise<unknown> =>
  tx.notification.deleteMany({
    where: { workspaceId, memberId, kind, values: { path: [path], equals } },
  });
