import { notify, type Tx } from "#app/core/platform/db.server.ts";

/** Tells open pages, when the transaction commits, that a call or a stage of its recording is not as it was. */
export const publishPipelineChanged = (
  tx: Tx,
  { workspaceId, callId }: { workspaceId: string; callId: string },
): Promise<void> => notify(tx, "pipeline", `${workspaceId}:${callId}`);

/** What the streams of a call are told to read again (data §6). */
export type CallEventKind = "state" | "people" | "waiting" | "marks" | "done";

/** Wakes the streams of a call, and its recorder's supervisor, when the transaction commits. */
export const publishCallChanged = (tx: Tx, callId: string, kind: CallEventKind): Promise<void> =>
  notify(tx, "call_event", `${callId}:${kind}`);
