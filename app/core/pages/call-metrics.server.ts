import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { MetricsView } from "#app/core/domain/metrics/metric-views.ts";
import type { Coverage } from "#app/core/domain/words/coverage.ts";
import type { Side } from "#app/core/domain/views.ts";
import { db } from "#app/core/platform/db.server.ts";
import { findMetricsOf } from "./playback-findings.server.ts";
import { findRecording, wordsOf } from "./playback-recording.server.ts";
import { openSource, type PlaybackSource } from "./playback-source.server.ts";

/**
 * What averages count of a side, or of one person of it, as it is stored: from it every figure of analytics can be made
 * again. A figure is null where the call gives none, and `reasons` says why; both sides' and everybody's figures are the
 * same in each of their rows.
 */
export type MetricsRow = {
  /** `R` is ours, `C` the customer's. */
  side: Side;
  /** Null: the side as a whole, and then there is no name. */
  participantId: string | null;
  /** The member who this person is, where one is known. */
  memberId: string | null;
  name: string | null;
  /** The rules it was made by. */
  config: string;
  /** Length of the call without holds and pauses, and own speech in it, in ms. */
  durationMs: number;
  speechMs: number;
  /** Own speech in that of both sides, 0–1. */
  talkRatio: number | null;
  /** The longest monologue, of a customer the longest story, in ms. */
  longestMs: number | null;
  /** Changes of the floor to and from the other side, a minute of call. */
  switchesPm: number | null;
  /** 0–10. */
  interactivity: number | null;
  /** Median wait before speaking after the other side, in ms, over `waits` waits. */
  patienceMs: number | null;
  waits: number | null;
  /** Share of `cutInOf` changes from the other side that began before its end, 0–1. */
  cutIn: number | null;
  cutInOf: number | null;
  /** Questions an hour of call; shares of them that are open, and that were answered, 0–1. */
  questionsPh: number | null;
  openShare: number | null;
  answered: number | null;
  /** Words a minute of own speech, or where `isMorae`, in Japanese, morae a second. */
  speed: number | null;
  isMorae: boolean;
  /** Difference from the customer's speed, as a share of it; ours alone. */
  speedGap: number | null;
  /** Everybody's silences of 3 s or more, a minute of call. */
  silencePm: number | null;
  /** Share of the call in which both sides speak, 0–1. */
  overlap: number | null;
  /** Interruptions by this side or person, a minute of the other side's speech. */
  interruptsPm: number | null;
  /** Filler words a minute of own speech. */
  fillersPm: number | null;
  /** Variation of pitch, in semitones. */
  pitchSd: number | null;
  /** Why a figure is not there, by the key that `metrics` has it under. */
  reasons: Record<string, string>;
};
export type CallMetrics = {
  callId: string;
  durationMs: number | null;
  metrics: MetricsView | null;
  /**
   * How long people talk in the recording, and how much of it has the words that figures are made of, in ms; null where
   * it was not measured. `isMissing`: too little of it has words, and figures count those words alone.
   */
  coverage: (Coverage & { isMissing: boolean; tracks: (Coverage & { name: string })[] }) | null;
  /** Of the rules that `metrics` were made by; empty where sides are not known. */
  rows: MetricsRow[];
};

/**
 * The numbers of the Statistics tab, and what averages count of them.
 * @throws DomainError `not_found` for a call the actor may not know of
 */
export async function getCallMetrics(actor: Member, callId: string): Promise<CallMetrics> {
  const source = await openSource(actor, callId);
  const { id, durationMs, workspaceId } = source.call;
  const [metrics, recording] = await Promise.all([
    findMetricsOf(source),
    findRecording(workspaceId, id),
  ]);
  const words = recording && wordsOf(recording, source.current);
  const coverage = words && {
    ...{ voiceMs: words.voiceMs, coveredMs: words.coveredMs },
    isMissing: words.isMissing,
    tracks: words.tracks.map(({ name, ...track }) => ({
      ...{ name, voiceMs: track.voiceMs, coveredMs: track.coveredMs },
    })),
  };
  const rows = metrics === null ? [] : await findRows(source.call, metrics.config);
  return { callId: id, durationMs, metrics, coverage, rows };
}

/** Sides first, then people as the lanes have them. */
async function findRows(call: PlaybackSource["call"], config: string): Promise<MetricsRow[]> {
  const { workspaceId, id: callId, participants } = call;
  const found = await db.metricRow.findMany({
    where: { workspaceId, config, callId },
    select: figures,
    orderBy: { side: "asc" },
  });
  const place = (subject: string) => participants.findIndex(({ id }) => id === subject);
  return found
    .toSorted((a, b) => place(a.subject) - place(b.subject))
    .map(({ subject, ...row }) => ({
      ...row,
      reasons: whys.parse(row.reasons),
      participantId: subject === callId ? null : subject,
      name: participants.find(({ id }) => id === subject)?.name ?? null,
      config,
    }));
}

const whys = z.record(z.string(), z.string()).catch({});
const figures = {
  ...{ side: true, subject: true, memberId: true, durationMs: true, speechMs: true },
  ...{ talkRatio: true, longestMs: true, switchesPm: true, interactivity: true },
  ...{ patienceMs: true, waits: true, cutIn: true, cutInOf: true },
  ...{ questionsPh: true, openShare: true, answered: true },
  ...{ speed: true, isMorae: true, speedGap: true },
  ...{ silencePm: true, overlap: true, interruptsPm: true, fillersPm: true, pitchSd: true },
  reasons: true,
} as const;
