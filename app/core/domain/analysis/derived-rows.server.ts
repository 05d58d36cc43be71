import type { Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { findHits, type Hit } from "../hits/hits.ts";
import { bandKindOf } from "../metrics/bands.ts";
import { METRICS_CONFIG, type MetricsInput } from "../metrics/input.ts";
import type { MetricDetail } from "../metrics/metric-set.ts";
import { computeMetrics, type MetricsResult } from "../metrics/metrics.ts";
import { sideFiguresOf } from "../metrics/side-figures.ts";
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
    kind: bandKindOf(call.talkKind),
    lexicon,
    groups: call.people.flatMap(({ id, isGroup }) => (isGroup === true ? [id] : [])),
    ...(objections != null && { objections }),
  };
}

/** Where the rules fired that are no trackers, by time. */
export function ruleHits(call: SpokenCall, metrics: MetricsResult): Hit[] {
  const { segments, language, startedAt, timeZone } = call;
  const clock = { startedAt: startedAt.toISOString(), timeZone };
  return findHits({ segments, language, clock, metrics }).hits;
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
  await tx.metricRow.deleteMany({ where: { workspaceId, callId, config: METRICS_CONFIG } });
  await tx.metricRow.createMany({
    data: metrics.rows.map(({ participantId, ...row }) => ({
      ...row,
      ...(participantId === null && sideFiguresOf(metrics.metrics, row.side)),
      workspaceId,
      config: METRICS_CONFIG,
      callId,
      subject: participantId ?? callId,
      memberId: call.people.find(({ id }) => id === participantId)?.memberId ?? null,
      startedAt: call.startedAt,
      kind: call.kind,
    })),
  });
  await tx.call.updateMany({ where: { workspaceId, id: callId }, data: { strip: metrics.strip } });
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
