import type { Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { findHits, type Hit } from "../hits/hits.ts";
import { METRICS_CONFIG, METRICS_CONFIGS, type MetricsInput } from "../metrics/input.ts";
import type { MetricDetail } from "../metrics/metric-set.ts";
import { computeMetrics, type MetricsResult } from "../metrics/metrics.ts";
import type { SpokenCall } from "../transcript/spoken.server.ts";
import { spokenWords } from "../words/spoken.ts";

/** Engines that drop "um" and the like (speech §10): fillers of theirs are "not supported", never 0. */
const DROPS_FILLERS = new Set(["pocketsphinx", "openai-http", "sherpa-onnx"]);

type Read = {
  /** Where trackers of objections fired, in ms on the call clock; null where the call is read with none. */
  objections: MetricsInput["objections"] | null;
  /** What the workspace has otherwise than Parley's own word lists. */
  lexicon: NonNullable<MetricsInput["lexicon"]>;
};

/** The figures of a call as it is. */
export const metricsOf = (call: SpokenCall, read: Read): MetricsResult =>
  computeMetrics(metricsInputOf(call, read));

/** What the figures of a call are made of. */
export function metricsInputOf(call: SpokenCall, { objections, lexicon }: Read): MetricsInput {
  const known = call.segments.filter(({ side }) => side !== null);
  return {
    words: spokenWords(call.segments),
    durationMs: call.durationMs,
    excluded: call.excluded,
    quality: call.quality,
    language: call.language,
    sidesKnown: known.length > 0 && known.length === call.segments.length,
    fillersSupported:
      call.origin === "edit" || call.engine === null || !DROPS_FILLERS.has(call.engine),
    spreadShare: call.spreadShare,
    ...(call.areTimesMadeUp === true && { areTimesMadeUp: true }),
    lexicon,
    groups: call.people.flatMap(({ id, isGroup }) => (isGroup === true ? [id] : [])),
    ...(objections != null && { objections }),
  };
}

/** Where the rules fired that are no trackers, by time. */
export function ruleHits(call: SpokenCall, metrics: MetricsResult): Hit[] {
  const { segments, language, startedAt, timeZone } = call;
  const clock = { startedAt: startedAt.toISOString(), timeZone };
  return findHits({ segments, language, clock, metrics, isRough: call.engine === "pocketsphinx" })
    .hits;
}

/** The figures of a transcript. @param isCurrent lists and analytics are about the current version */
export async function writeMetrics(
  tx: Tx,
  call: SpokenCall,
  metrics: MetricsResult,
  isCurrent: boolean,
): Promise<void> {
  const { workspaceId, callId, transcriptId } = call;
  await tx.metricSet.deleteMany({ where: { workspaceId, transcriptId, config: METRICS_CONFIG } });
  await tx.metricSet.createMany({
    data: [
      {
        id: newId(),
        workspaceId,
        transcriptId,
        callId,
        config: METRICS_CONFIG,
        lexiconHash: new Uint8Array(Buffer.from(metrics.lexiconHash, "hex")),
        quality: metrics.quality,
        detail: {
          metrics: metrics.metrics,
          silences: metrics.silences,
          overlaps: metrics.overlaps,
        } satisfies MetricDetail,
      },
    ],
  });
  if (!isCurrent) return;
  // A row names no transcript, its set does: rows of older rules that are of other words than these go with them.
  await tx.$executeRaw`
    DELETE FROM metric_row r WHERE r.workspace_id = ${workspaceId}::uuid AND r.call_id = ${callId}::uuid
      AND r.config = ANY(${[...METRICS_CONFIGS]}) AND (r.config = ${METRICS_CONFIG} OR NOT EXISTS (SELECT 1 FROM metric_set s
        WHERE s.workspace_id = r.workspace_id AND s.transcript_id = ${transcriptId}::uuid AND s.config = r.config))`;
  const members = speakingMembers(call, metrics);
  await tx.metricRow.createMany({
    data: metrics.rows.map(({ participantId, ...row }) => ({
      ...row,
      workspaceId,
      config: METRICS_CONFIG,
      callId,
      subject: participantId ?? callId,
      memberId: members.get(participantId ?? "") ?? null,
      startedAt: call.startedAt,
      kind: call.kind,
    })),
  });
  await tx.call.updateMany({ where: { workspaceId, id: callId }, data: { strip: metrics.strip } });
}

/**
 * Which person of a call counts as which member. Older calls may have a member as several people: the one who speaks most
 * is counted, and no member counts twice in a call.
 */
function speakingMembers(
  { people }: Pick<SpokenCall, "people">,
  { rows }: Pick<MetricsResult, "rows">,
): Map<string, string> {
  const speech = new Map(rows.map(({ participantId, speechMs }) => [participantId, speechMs]));
  const bySpeech = people.toSorted((a, b) => (speech.get(b.id) ?? 0) - (speech.get(a.id) ?? 0));
  const found = new Map<string, string>();
  for (const { id, memberId } of bySpeech)
    if (memberId !== null && ![...found.values()].includes(memberId)) found.set(id, memberId);
  return found;
}

/** An hour of talk has hundreds: one statement for all, not as many rows of parameters. */
export async function insertHits(
  tx: Tx,
  { workspaceId, callId, transcriptId }: SpokenCall,
  hits: readonly Hit[],
): Promise<void> {
  const rows = JSON.stringify(hits.map((hit) => ({ ...hit, id: newId() })));
  await tx.$executeRaw`
    INSERT INTO hit (workspace_id, transcript_id, call_id, id, kind, rule, rule_version, label, participant_id, side, segment, t0_ms,
      t1_ms, is_unsure)
    SELECT ${workspaceId}::uuid, ${transcriptId}::uuid, ${callId}::uuid, r.id, r.kind, r.rule, r."ruleVersion", r.label,
      r."participantId", r.side, r.segment, r."t0Ms", r."t1Ms", r."isUnsure"
    FROM jsonb_to_recordset(${rows}::jsonb) AS r(id uuid, kind hit_kind, rule text, "ruleVersion" int, label text,
      "participantId" uuid, side side, segment int, "t0Ms" int, "t1Ms" int, "isUnsure" boolean)`;
}
