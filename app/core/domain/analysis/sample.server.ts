import type * as z from "zod";
import { bringDemoHistory } from "#app/core/jobs/demo-history.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { db, Prisma, rows, type Tx } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import type { Sample } from "../call/new-call.server.ts";
import { importTranscript } from "../recording/import.server.ts";
import type { ImportTranscript } from "../recording/upload.schema.ts";
import { deriveVersion } from "./derive.server.ts";

/**
 * Brings one call of a demo's invented history in through the import door, marked, and makes its numbers at once: no job
 * waits behind hundreds of them, and no open page loads for each. One that is there already, by owner and beginning,
 * stays as it is.
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
  if (numbers === undefined) await deriveVersion({ workspaceId, callId }, 1, true);
}

/** How a call of the history is known: its owner's id and when it began, ISO. */
export const sampleKey = (ownerId: string, startedAt: string): string => `${ownerId} ${startedAt}`;

/** The keys of those that are here with their numbers. */
export async function findBroughtSamples(workspaceId: string): Promise<Set<string>> {
  const found = await rows<{ owner_id: string; started_at: Date }>(Prisma.sql`
    SELECT c.owner_id, c.started_at FROM call c WHERE c.workspace_id = ${workspaceId}::uuid AND c.is_sample
      AND EXISTS (SELECT 1 FROM metric_set s WHERE s.workspace_id = c.workspace_id AND s.call_id = c.id)`);
  return new Set(
    found.map(({ owner_id: ownerId, started_at: at }) => sampleKey(ownerId, at.toISOString())),
  );
}

type Rest = Omit<z.output<typeof bringDemoHistory.payload>, "v">;

/** Queues the next round of a history. @param inSeconds how long people's work goes first */
export const queueHistory = (tx: Tx, rest: Rest, inSeconds = 0): Promise<string | null> =>
  enqueue(tx, bringDemoHistory, rest.workspaceId, { v: 1, ...rest }, { startAfter: inSeconds });

/** What takes longer waits for something else, and keeps no history waiting; nor does a file that is here twice. */
const WORK_MINUTES = 60;

/** Whether a recording of the installation is being made ready, whose words are waited for. */
export async function isPipelineAtWork(): Promise<boolean> {
  const found = await rows(Prisma.sql`
    SELECT 1 FROM recording r WHERE r.state IN ('uploaded', 'processing')
      AND r.created_at > now() - make_interval(mins => ${WORK_MINUTES})
      AND NOT EXISTS (SELECT 1 FROM stage s WHERE s.workspace_id = r.workspace_id AND s.recording_id = r.id AND s.cause = 'duplicate')
    LIMIT 1`);
  return found.length > 0;
}

type SampleProgress = { done: number; total: number };

/** How much of a demo's history is here while it comes; null at all other times. */
export async function findSampleProgress({
  workspaceId,
  isDemo,
}: Pick<Member, "workspaceId" | "isDemo">): Promise<SampleProgress | null> {
  if (!isDemo) return null;
  const [found] = await rows<{ total: number | null; done: number }>(Prisma.sql`
    SELECT (SELECT max((j.data->>'total')::int) FROM jobs.job j WHERE j.name = ${bringDemoHistory.name}
        AND j.state IN ('created', 'retry', 'active') AND j.data->>'workspaceId' = ${workspaceId}) AS total,
      (SELECT count(*)::int FROM call c WHERE c.workspace_id = ${workspaceId}::uuid AND c.is_sample) AS done`);
  if (!found || found.total === null) return null;
  return { done: Math.min(found.done, found.total), total: found.total };
}
