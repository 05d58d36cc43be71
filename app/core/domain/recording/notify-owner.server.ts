import type { Tx } from "#app/core/platform/db.server.ts";
import type { NoticeValues } from "../notification/notices.ts";
import { notifyMembers } from "../notification/notify-members.server.ts";
import type { RecordingRef } from "./stages.server.ts";

/** Says to the owner of a call what became of its recording. */
export async function notifyOwner<
  K extends "recording_ready" | "words_missing" | "recording_failed",
>(
  tx: Tx,
  { workspaceId, callId }: Pick<RecordingRef, "workspaceId" | "callId">,
  notice: { kind: K; values: NoticeValues<K> },
): Promise<void> {
  const call = await tx.call.findFirst({
    where: { workspaceId, id: callId },
    select: { ownerId: true },
  });
  if (call)
    await notifyMembers(tx, { workspaceId, by: null }, [call.ownerId], {
      ...notice,
      target: { kind: "call", id: callId },
    });
}
