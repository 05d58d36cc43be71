import { db, type Tx } from "#app/core/platform/db.server.ts";
import { findLexiconChanges } from "../dictionary/lexicon-words.server.ts";
import type { Hit } from "../hits/hits.ts";
import type { MetricsResult } from "../metrics/metrics.ts";
import { noteConnected } from "../call/connected.server.ts";
import { type RecordingRef, sendStage, type StageAttempt } from "../recording/stages.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { writeCallIndex } from "../search/index.server.ts";
import {
  type CallTracker,
  findTrackerHits,
  findTrackersOf,
  writeReading,
} from "../tracker/tracker-hits.server.ts";
import { findSpokenCall, isStillCurrent, type SpokenCall } from "../transcript/spoken.server.ts";
import { insertHits, metricsOf, ruleHits, writeMetrics } from "./derived-rows.server.ts";

/** Facts of a 6-hour call are tens of thousands of rows. */
const TX = { timeout: 60_000 };

/**
 * The metrics stage: numbers, hits, the strip and the search entry of the current transcript appear
 * together, and the summary is queued. @throws StageLost
 */
export async function deriveFromTranscript(attempt: StageAttempt): Promise<void> {
  const call = await findSpokenCall(attempt.workspaceId, attempt.callId);
  const made = call && (await compute(call));
  await db.$transaction(async (tx) => {
    if (call && made) await write(tx, call, made);
    await writeCallIndex(tx, attempt);
    await sendStage(tx, attempt, "summary");
    await attempt.publish(tx);
  }, TX);
}

/**
 * The same for a version that has no stage: a person made it, or it was filled in. Older versions keep what was
 * derived from them.
 * @param isQuiet open pages learn nothing of it
 */
export async function deriveVersion(
  { workspaceId, callId }: Pick<RecordingRef, "workspaceId" | "callId">,
  number: number,
  isQuiet = false,
): Promise<void> {
  const call = await findSpokenCall(workspaceId, callId, number);
  if (!call) return;
  const made = await compute(call);
  await db.$transaction(async (tx) => {
    await write(tx, call, made);
    await writeCallIndex(tx, { workspaceId, callId });
    if (!isQuiet) await publishPipelineChanged(tx, { workspaceId, callId });
  }, TX);
}

type Made = { metrics: MetricsResult; hits: Hit[]; trackers: readonly CallTracker[] };

async function compute(call: SpokenCall): Promise<Made> {
  const [trackers, lexicon] = await Promise.all([
    findTrackersOf(call),
    findLexiconChanges(call.workspaceId, call.language),
  ]);
  const tracked = findTrackerHits(trackers, call);
  const isObjection = ({ category }: { category: string }) => category === "objection";
  const objections = trackers.some(isObjection) ? tracked.filter(isObjection) : null;
  const metrics = metricsOf(call, { objections, lexicon });
  const hits = [...ruleHits(call, metrics), ...tracked].sort((a, b) => a.t0Ms - b.t0Ms);
  return { metrics, trackers, hits };
}

async function write(tx: Tx, call: SpokenCall, { metrics, hits, trackers }: Made): Promise<void> {
  const { workspaceId, transcriptId } = call;
  const isCurrent = await isStillCurrent(tx, call);
  await writeMetrics(tx, call, metrics, isCurrent);
  await tx.hit.deleteMany({ where: { workspaceId, transcriptId } });
  await insertHits(tx, call, hits);
  await writeReading(tx, call, trackers);
  if (isCurrent) await noteConnected(tx, call);
}
