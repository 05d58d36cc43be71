import { db } from "#app/core/platform/db.server.ts";
import { readMetricSet } from "#app/core/domain/metrics/metric-set.ts";
import { bandOf, rangeOf } from "#app/core/domain/metrics/bands.ts";
import type { Metrics, MetricsView } from "#app/core/domain/metrics/metric-views.ts";
import { getWorkspaceSettings } from "#app/core/domain/workspace-settings.server.ts";
import { findWordsAt, type StoredVersion } from "#app/core/domain/transcript/words-at.server.ts";
import type { PlaybackSource } from "./playback-source.server.ts";
import type { MomentView } from "./playback-views.ts";

/** More of its words than this share are doubted: the sentence says nothing one could rely on. */
export const MOSTLY = 0.5;

/**
 * The version whose numbers are shown: the current one, or the newest before it as long as its own are not made, so that
 * a correction takes no number off the page.
 */
export async function findCounted(
  callId: string,
  { id, stored }: { id: string; stored: StoredVersion },
): Promise<StoredVersion & { transcriptId: string }> {
  const { workspaceId, number } = stored;
  const found = await db.transcript.findFirst({
    where: { workspaceId, callId, number: { lte: number }, metricSets: { some: {} } },
    orderBy: { number: "desc" },
    select: { id: true, baseId: true, number: true },
  });
  return found
    ? { workspaceId, transcriptId: found.id, baseId: found.baseId, number: found.number }
    : { ...stored, transcriptId: id };
}

/**
 * The numbers that the page of a call shows, each beside the range of the workspace for what the call is about now; null
 * where there are none yet.
 */
export async function findMetricsOf({
  call: { workspaceId },
  counted,
  talk,
}: PlaybackSource): Promise<MetricsView | null> {
  const version = await counted();
  const found = version && (await findMetrics(workspaceId, version.transcriptId));
  if (!found) return null;
  const [{ bands }, { kind }] = await Promise.all([getWorkspaceSettings(db, workspaceId), talk()]);
  const metrics = found.metrics.map((metric) => ({
    ...metric,
    band: bandOf(metric, { bands, kind }),
    range: rangeOf(metric.key, metric.side, { bands, kind }),
  }));
  return { ...found, metrics };
}

/** The numbers of a version, null before they are made and for a set no program of today can read. */
async function findMetrics(workspaceId: string, transcriptId: string): Promise<Metrics | null> {
  const set = await db.metricSet.findFirst({
    where: { workspaceId, transcriptId },
    orderBy: { createdAt: "desc" },
    select: { config: true, quality: true, detail: true },
  });
  return set && readMetricSet(set.config, set.quality, set.detail);
}

/** Every place of a version where a rule fired, by time, with the words said there as `read` shows them. */
export async function findMoments(
  version: StoredVersion & { transcriptId: string },
  read: (text: string) => string,
): Promise<MomentView[]> {
  const { workspaceId, transcriptId } = version;
  const hits = await db.hit.findMany({
    where: { workspaceId, transcriptId },
    orderBy: { t0Ms: "asc" },
    select: {
      kind: true,
      rule: true,
      label: true,
      participantId: true,
      side: true,
      t0Ms: true,
      t1Ms: true,
      isUnsure: true,
    },
  });
  // A topic lasts minutes, and a filler is its own word.
  const isSaid = ({ kind }: (typeof hits)[number]) => kind !== "topic" && kind !== "filler";
  const words = await findWordsAt(version, hits.filter(isSaid));
  const said = new Map(hits.filter(isSaid).map((hit, at) => [hit, words[at]]));
  return hits.map((hit) => {
    const found = said.get(hit);
    const text = (hit.kind === "promise" ? hit.label : null) ?? (found?.text || null);
    return {
      ...hit,
      text: text === null ? null : read(text),
      isUncertain: (found?.unsure ?? 0) > MOSTLY,
    };
  });
}
