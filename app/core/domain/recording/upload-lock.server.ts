import { db } from "#app/core/platform/db.server.ts";
import type { UploadRow } from "./upload-row.ts";

/** A writer that neither renews nor ends is gone after this long. */
const LEASE_SECONDS = 15;

/** Takes an upload for one writer. @returns false while somebody else has it */
export async function holdUpload(upload: UploadRow, holder: string): Promise<boolean> {
  const count = await db.$executeRaw`
    UPDATE upload SET lock = ${holder}::uuid, lock_until = now() + make_interval(secs => ${LEASE_SECONDS})
    WHERE workspace_id = ${upload.workspaceId}::uuid AND id = ${upload.id}::uuid AND (lock IS NULL OR lock_until < now())`;
  return count === 1;
}

/** @returns false when the lease was lost */
export async function keepHold(upload: UploadRow, holder: string): Promise<boolean> {
  const count = await db.$executeRaw`
    UPDATE upload SET lock_until = now() + make_interval(secs => ${LEASE_SECONDS})
    WHERE workspace_id = ${upload.workspaceId}::uuid AND id = ${upload.id}::uuid AND lock = ${holder}::uuid`;
  return count === 1;
}

export async function letGo(upload: UploadRow, holder: string): Promise<void> {
  await db.$executeRaw`
    UPDATE upload SET lock = NULL, lock_until = NULL
    WHERE workspace_id = ${upload.workspaceId}::uuid AND id = ${upload.id}::uuid AND lock = ${holder}::uuid`;
}
