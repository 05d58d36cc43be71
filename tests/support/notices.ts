import type { Member } from "#app/core/domain/access/actor.ts";
import { notifyMembers } from "#app/core/domain/notification/notify-members.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";

/** Something a member is told of, and has not read: they were asked to review a call, or access to it was given. @returns its id */
export async function aNotice(
  { workspaceId, memberId }: Pick<Member, "workspaceId" | "memberId">,
  { callId, by = null }: { callId?: string; by?: string | null } = {},
): Promise<string> {
  const assignmentId = newId();
  const target =
    callId === undefined
      ? { kind: "workspace" as const, id: workspaceId }
      : { kind: "call" as const, id: callId };
  await db.$transaction((tx) =>
    notifyMembers(tx, { workspaceId, by }, [memberId], {
      kind: "reviewer_assigned",
      target,
      values: { assignmentId, dueOn: null },
    }),
  );
  const { id } = await db.notification.findFirstOrThrow({
    where: { workspaceId, memberId, values: { path: ["assignmentId"], equals: assignmentId } },
  });
  return id;
}
