import * as z from "zod";
import { db } from "#app/core/platform/db.server.ts";
import type { EvidenceView } from "#app/core/domain/summary/summary-views.ts";
import { readMetricSet } from "#app/core/domain/metrics/metric-set.ts";
import type { MetricsView } from "#app/core/domain/metrics/metric-views.ts";
import { findWordsAt, type StoredVersion } from "#app/core/domain/transcript/words-at.server.ts";
import type { JsonValue, Side } from "#app/core/domain/views.ts";
import type { MomentView, PlaybackSummary } from "./playback-views.ts";

type Person = { id: string; name: string; side: Side };
/** More of its words than this share are doubted: the sentence says nothing one could rely on. */
const MOSTLY = 0.5;

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

/** The numbers of a version, null before they are made and for a set no program of today can read. */
export async function findMetrics(
  workspaceId: string,
  transcriptId: string,
): Promise<MetricsView | null> {
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

/** The newest summary of a call, without quotes of which most words are doubted, as `read` shows them. */
export async function findSummary(
  workspaceId: string,
  callId: string,
  people: readonly Person[],
  read: (text: string) => string,
): Promise<PlaybackSummary | null> {
  const run = await db.summaryRun.findFirst({
    where: { workspaceId, callId },
    orderBy: { createdAt: "desc" },
    select: summaryRow,
  });
  if (!run) return null;
  const { baseId, number } = run.transcript;
  const quotes = run.summaryOutputs.flatMap(({ evidences }) => evidences);
  const words = await findWordsAt({ workspaceId, baseId, number }, quotes);
  const uncertain = new Set(quotes.filter((_, at) => (words[at]?.unsure ?? 0) > MOSTLY));
  const outputs = run.summaryOutputs.flatMap(({ evidences, value, ...output }) => {
    const kept = evidences.filter((evidence) => !uncertain.has(evidence));
    if (evidences.length > 0 && kept.length === 0) return [];
    const evidence = kept.map((each) => quoteOf({ ...each, quote: read(each.quote) }, people));
    return [{ ...output, value: withOwnerName(z.json().parse(value), people), evidence }];
  });
  return {
    engine: run.engine,
    state: run.state,
    note: run.note,
    dropped: run.dropped,
    outputs,
    uncertainQuotes: uncertain.size,
    uncertainSections: [
      ...new Set(
        run.summaryOutputs
          .map(({ section }) => section)
          .filter((section) => !outputs.some((output) => output.section === section)),
      ),
    ],
  };
}

const summaryRow = {
  engine: true,
  state: true,
  note: true,
  dropped: true,
  transcript: { select: { baseId: true, number: true } },
  summaryOutputs: {
    orderBy: { ord: "asc" },
    select: {
      id: true,
      section: true,
      ord: true,
      type: true,
      value: true,
      certainty: true,
      whyEmpty: true,
      evidences: {
        orderBy: { ord: "asc" },
        select: { segment: true, participantId: true, t0Ms: true, t1Ms: true, quote: true },
      },
    },
  },
} as const;

function quoteOf(
  evidence: Omit<EvidenceView, "speaker" | "side">,
  people: readonly Person[],
): EvidenceView {
  const person = people.find(({ id }) => id === evidence.participantId);
  return { ...evidence, speaker: person?.name ?? "", side: person?.side ?? null };
}

/** A task names who does it by id: people read a name. */
function withOwnerName(value: JsonValue, people: readonly Person[]): JsonValue {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const person = people.find(({ id }) => id === value["owner"]);
  return person ? { ...value, ownerName: person.name } : value;
}
