import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { findHits, type Hit } from "../hits/hits.ts";
import { METRICS_CONFIG } from "../metrics/input.ts";
import { computeMetrics, type MetricsResult } from "../metrics/metrics.ts";
import type { MetricDetail } from "../metrics/metric-set.ts";
import { spokenWords } from "../words/spoken.ts";
import {
  type Claim,
  publishStage,
  type RecordingRef,
  sendStage,
} from "../recording/stages.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { writeCallIndex } from "../search/index.server.ts";
import { findSpokenCall, isStillCurrent, type SpokenCall } from "../transcript/spoken.server.ts";

/** Engines that drop "um" and the like (speech §10): fillers of theirs are "not supported", never 0. */
const DROPS_FILLERS = new Set(["pocketsphinx", "openai-http", "sherpa-onnx"]);
/** Facts of a 6-hour call are tens of thousands of rows. */
const TX = { timeout: 60_000 };

/**
 * The metrics stage: numbers, hits, the strip and the search entry of the current transcript appear
 * together, and the summary is queued. @throws StageLost
 */
export async function deriveFromTranscript(claim: Claim): Promise<void> {
  const call = await findSpokenCall(claim.workspaceId, claim.callId);
  const made = call && compute(call);
  await db.$transaction(async (tx) => {
    if (call && made) await write(tx, call, made);
    await writeCallIndex(tx, claim);
    await sendStage(tx, claim, "summary");
    await publishStage(tx, claim);
  }, TX);
}

/**
 * The same for a version that has no stage: a person made it, or it was filled in. Older versions keep what was
 * derived from them.
 */
export async function deriveVersion(
  { workspaceId, callId }: Pick<RecordingRef, "workspaceId" | "callId">,
  number: number,
): Promise<void> {
  const call = await findSpokenCall(workspaceId, callId, number);
  if (!call) return;
  const made = compute(call);
  await db.$transaction(async (tx) => {
    await write(tx, call, made);
    await writeCallIndex(tx, { workspaceId, callId });
    await publishPipelineChanged(tx, { workspaceId, callId });
  }, TX);
}

type Made = { metrics: MetricsResult; hits: Hit[] };

function compute(call: SpokenCall): Made {
  const known = call.segments.filter(({ side }) => side !== null);
  const metrics = computeMetrics({
    words: spokenWords(call.segments),
    durationMs: call.durationMs,
    excluded: call.excluded,
    quality: call.quality,
    language: call.language,
    sidesKnown: known.length > 0 && known.length === call.segments.length,
    fillersSupported:
      call.origin === "edit" || call.engine === null || !DROPS_FILLERS.has(call.engine),
    spreadShare: call.spreadShare,
  });
  const clock = { startedAt: call.startedAt.toISOString(), timeZone: call.timeZone };
  return {
    metrics,
    hits: findHits({ segments: call.segments, language: call.language, clock, metrics }).hits,
  };
}

async function write(tx: Tx, call: SpokenCall, { metrics, hits }: Made): Promise<void> {
  const { workspaceId, callId, transcriptId } = call;
  const isCurrent = await isStillCurrent(tx, call);
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
  await tx.hit.deleteMany({ where: { workspaceId, transcriptId } });
  await insertHits(tx, call, hits);
  if (!isCurrent) return; // lists and analytics tell of the current version
  await tx.metricRow.deleteMany({ where: { workspaceId, callId, config: METRICS_CONFIG } });
  await tx.metricRow.createMany({
    data: metrics.rows.map(({ participantId, ...row }) => ({
      ...row,
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
async function insertHits(
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
