import { deriveTranscript } from "#app/core/jobs/transcript-derive.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import type { Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";

/** Has the numbers and moments of a call's current words made again, once there are any, and what follows from them. */
export async function renewNumbers(
  tx: Tx,
  { workspaceId, callId }: { workspaceId: string; callId: string },
): Promise<void> {
  const words = await tx.transcript.findFirst({
    where: { workspaceId, callId, isCurrent: true, metricSets: { some: {} } },
    select: { number: true },
  });
  if (!words) return;
  const { number } = words;
  // A key of its own: one that runs now may have read what is about to change.
  const key = `${callId}:${number}:${newId()}`;
  await enqueue(tx, deriveTranscript, key, { v: 1, workspaceId, callId, number });
}
