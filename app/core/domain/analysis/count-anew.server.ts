import type { Tx } from "#app/core/platform/db.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { findLexiconChanges } from "../dictionary/lexicon-words.server.ts";
import { METRICS_CONFIG } from "../metrics/input.ts";
import { findSpokenCall, isStillCurrent, type SpokenCall } from "../transcript/spoken.server.ts";
import { lexiconHash, lexiconOf } from "../words/lexicon.ts";
import { insertHits, metricsOf, ruleHits, writeMetrics } from "./derived-rows.server.ts";

type Ref = { workspaceId: string; callId: string };

/**
 * Counts a call with the word lists of its workspace as they are now: its figures, and where fillers were said. What
 * trackers heard stays.
 * @returns whether it had been counted with other words
 */
export async function countWordsIn(tx: Tx, ref: Ref): Promise<boolean> {
  const call = await findSpokenCall(ref.workspaceId, ref.callId);
  if (!call || !(await isStillCurrent(tx, call))) return false;
  if (!(await isCountedOtherwise(tx, call))) return false;
  await countAnewIn(tx, call);
  await publishPipelineChanged(tx, ref);
  return true;
}

async function isCountedOtherwise(tx: Tx, call: SpokenCall): Promise<boolean> {
  const { workspaceId, transcriptId, language } = call;
  const changes = await findLexiconChanges(workspaceId, language, tx);
  const hash = lexiconHash(lexiconOf(language, changes));
  const found = await tx.metricSet.findFirst({
    where: { workspaceId, transcriptId, config: METRICS_CONFIG },
    select: { lexiconHash: true },
  });
  return found === null || Buffer.from(found.lexiconHash).toString("hex") !== hash;
}

/**
 * The figures of a current transcript, written again. Where the word lists have changed since, the fillers that are shown
 * are those that are counted: a call is never counted with two lists at once.
 */
export async function countAnewIn(tx: Tx, call: SpokenCall): Promise<void> {
  const { workspaceId, transcriptId, language } = call;
  const isOther = await isCountedOtherwise(tx, call);
  const lexicon = await findLexiconChanges(workspaceId, language, tx);
  const metrics = metricsOf(call, { objections: await objectionsOf(tx, call), lexicon });
  await writeMetrics(tx, call, metrics, true);
  if (!isOther) return;
  await tx.hit.deleteMany({ where: { workspaceId, transcriptId, kind: { not: "tracker" } } });
  await insertHits(tx, call, ruleHits(call, metrics));
}

type Found = { t0Ms: number | null; t1Ms: number | null };

/** Where trackers of objections fired; null where the transcript was read with none. */
async function objectionsOf(
  tx: Tx,
  { workspaceId, transcriptId }: SpokenCall,
): Promise<{ t0Ms: number; t1Ms: number }[] | null> {
  const found = await tx.$queryRaw<Found[]>`
    SELECT h.t0_ms AS "t0Ms", h.t1_ms AS "t1Ms" FROM tracker_reading g
    JOIN LATERAL jsonb_each_text(g.numbers) n ON true
    JOIN tracker_version v ON v.workspace_id = g.workspace_id AND v.tracker_id = n.key::uuid AND v.number = n.value::int
    LEFT JOIN hit h ON h.workspace_id = g.workspace_id AND h.transcript_id = g.transcript_id AND h.kind = 'tracker'
      AND h.rule = 'tracker:' || n.key
    WHERE g.workspace_id = ${workspaceId}::uuid AND g.transcript_id = ${transcriptId}::uuid AND v.category = 'objection'
    ORDER BY h.t0_ms`;
  if (found.length === 0) return null;
  return found.flatMap(({ t0Ms, t1Ms }) => (t0Ms === null || t1Ms === null ? [] : { t0Ms, t1Ms }));
}
