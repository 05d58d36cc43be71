import type { Tx } from "#app/core/platform/db.server.ts";
import { readSettings, type WorkspaceSettings, withPart } from "./workspace-settings.ts";
import { DomainError } from "./errors.ts";

/** What the admins of a workspace decided, with the version of its row. */
export async function getWorkspaceSettings(
  tx: Tx,
  workspaceId: string,
): Promise<WorkspaceSettings & { version: number }> {
  const { settings, version } = await tx.workspace.findUniqueOrThrow({
    where: { id: workspaceId },
    select: { settings: true, version: true },
  });
  return { ...readSettings(settings), version };
}

/**
 * Changes a part of the settings; whoever changes another part at the same moment comes after.
 * @param seen the version that the change was made on; null: whatever stands there now
 * @returns the part as it was @throws DomainError `conflict`
 */
export async function changeWorkspaceSettings<P extends keyof WorkspaceSettings>(
  tx: Tx,
  workspaceId: string,
  { part, value, seen }: { part: P; value: WorkspaceSettings[P]; seen: number | null },
): Promise<WorkspaceSettings[P]> {
  await tx.$queryRaw`SELECT 1 FROM workspace WHERE id = ${workspaceId}::uuid FOR NO KEY UPDATE`;
  const { settings, version } = await tx.workspace.findUniqueOrThrow({
    where: { id: workspaceId },
    select: { settings: true, version: true },
  });
  if (seen !== null && seen !== version)
    throw new DomainError("conflict", { "": ["changed_meanwhile"] });
  await tx.workspace.updateMany({
    where: { id: workspaceId },
    data: { settings: withPart(settings, part, value), version: { increment: 1 } },
  });
  return readSettings(settings)[part];
}
