import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { importTranscript, type Sample } from "../recording/import.server.ts";
import type { ImportTranscript } from "../recording/upload.schema.ts";
import { deriveVersion } from "./derive.server.ts";

/**
 * Brings one call of a demo's invented history in through the import door, marked, and makes its numbers at once: no job
 * waits behind hundreds of them. One that is there already, by owner and beginning, stays as it is.
 * @throws DomainError as `importTranscript`
 */
export async function bringSample(
  actor: Member,
  input: ImportTranscript,
  sample: Sample,
): Promise<void> {
  const { workspaceId, memberId } = actor;
  const known = await db.call.findFirst({
    where: { workspaceId, ownerId: memberId, isSample: true, startedAt: input.startedAt ?? null },
    select: { id: true },
  });
  const callId = known?.id ?? (await importTranscript(actor, input, sample)).callId;
  const [numbers] = await rows<{ id: string }>(Prisma.sql`
    SELECT id FROM metric_set WHERE workspace_id = ${workspaceId}::uuid AND call_id = ${callId}::uuid LIMIT 1`);
  if (numbers === undefined) await deriveVersion({ workspaceId, callId }, 1);
}
