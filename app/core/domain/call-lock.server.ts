import type { Tx } from "#app/core/platform/db.server.ts";

/**
 * Holds the row of a call until the transaction ends: who reads it afterwards acts on what stands there, and two who
 * change the same call wait for each other. Rows that refer to the call can be written meanwhile.
 */
export async function lockCall(
  tx: Tx,
  { workspaceId, callId }: { workspaceId: string; callId: string },
): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM call WHERE workspace_id = ${workspaceId}::uuid AND id = ${callId}::uuid FOR NO KEY UPDATE`;
}
