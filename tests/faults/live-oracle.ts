import { join } from "node:path";
import type { ToneLadder } from "#media/recorder/publish-sound.ts";
import type { Publisher } from "#media/recorder/publisher.ts";
import { decode, onsetsOf } from "#tests/support/tones.ts";
import type { Where } from "./oracle.ts";
import { ask } from "./pipeline.ts";

const RATE = 16_000;
/** A tone belongs to the step of the script it is nearest to. */
const NEAR_MS = 350;

export type LiveTrack = {
  name: string | null;
  source: string;
  /** On the call clock. */
  startMs: number;
  durationMs: number;
  file: string;
};
export type LiveGap = {
  name: string | null;
  t0: number;
  t1: number;
  cause: string;
  filled: string | null;
};
/** All that a live call has become. */
export type LiveOutcome = {
  callId: string;
  state: string;
  recording: { id: string; state: string; isPartial: boolean };
  /** CLOCK_MONOTONIC of its zero, ns. */
  t0MonoNs: bigint;
  tracks: LiveTrack[];
  /** What plays: all tracks in one, from the call's zero; null where there is but one. */
  mix: { durationMs: number; file: string } | null;
  gaps: LiveGap[];
  spans: { kind: string; t0: number; t1: number | null }[];
  parts: {
    identity: string;
    source: string;
    attempt: number;
    startMs: number;
    cause: string | null;
  }[];
  attempts: number;
};

/** Calls that bear a title: a fault makes no second one. */
export async function countCalls(where: Where, title: string): Promise<number> {
  const [found] = await ask<{ n: number }>(
    where.checkUrl,
    "SELECT count(*)::int AS n FROM call WHERE title = $1",
    [title],
  );
  return found?.n ?? 0;
}

export async function recordingOf(where: Where, callId: string): Promise<string> {
  const found = await ask<{ id: string }>(
    where.checkUrl,
    "SELECT id FROM recording WHERE call_id = $1",
    [callId],
  );
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} recordings of one call`);
  return found[0].id;
}

export async function outcomeOfCall(where: Where, callId: string): Promise<LiveOutcome> {
  const get = <R extends object>(sql: string): Promise<R[]> =>
    ask<R>(where.checkUrl, sql, [callId]);
  const [call] = await get<{ state: string }>("SELECT state::text FROM call WHERE id = $1");
  const [recording] = await get<LiveOutcome["recording"]>(
    `SELECT id, state::text, is_partial AS "isPartial" FROM recording WHERE call_id = $1`,
  );
  const [recorder] = await get<{ t0: string; attempt: number }>(
    "SELECT t0_mono_ns::text AS t0, attempt FROM live_recorder WHERE call_id = $1 AND room NOT LIKE '%:coach'",
  );
  if (!call || !recording || !recorder) throw new Error("The call has lost its rows.");
  const tracks = await get<Omit<LiveTrack, "file"> & { key: string }>(
    `SELECT p.name, t.source::text, t.offset_ms AS "startMs", t.duration_ms AS "durationMs", f.key
     FROM recording r JOIN track t ON t.recording_id = r.id JOIN file f ON f.track_id = t.id AND f.kind = 'track'
       LEFT JOIN participant p ON p.workspace_id = t.workspace_id AND p.id = t.participant_id
     WHERE r.call_id = $1 ORDER BY t.lane`,
  );
  const [mix] = await get<{ durationMs: number; key: string }>(
    `SELECT f.duration_ms AS "durationMs", f.key FROM recording r JOIN file f ON f.recording_id = r.id AND f.kind = 'mix'
     WHERE r.call_id = $1`,
  );
  return {
    callId,
    state: call.state,
    recording,
    t0MonoNs: BigInt(recorder.t0),
    attempts: recorder.attempt,
    tracks: tracks.map(({ key, ...track }) => ({
      ...track,
      file: join(where.dataDir, "blobs", key),
    })),
    mix: mix ? { durationMs: mix.durationMs, file: join(where.dataDir, "blobs", mix.key) } : null,
    gaps: await get<LiveGap>(
      `SELECT p.name, g.t0_ms AS t0, g.t1_ms AS t1, g.cause, g.filled_from AS filled FROM recording r JOIN gap g ON g.recording_id = r.id
         LEFT JOIN participant p ON p.workspace_id = g.workspace_id AND p.id = g.participant_id WHERE r.call_id = $1 ORDER BY g.t0_ms`,
    ),
    spans: await get(
      "SELECT kind::text, t0_ms AS t0, t1_ms AS t1 FROM call_span WHERE call_id = $1 ORDER BY t0_ms",
    ),
    parts: await get(
      `SELECT t.identity, t.source::text, t.attempt, t.start_ms AS "startMs", t.end_cause AS cause
       FROM recording r JOIN part t ON t.recording_id = r.id WHERE r.call_id = $1 ORDER BY t.start_ms`,
    ),
  };
}

export type Voice = { name: string; ladder: ToneLadder };
/** One tone of the script: heard so late after its moment, or not at all. */
export type Step = { name: string; step: number; dueMs: number; lateMs: number | null };

/**
 * Holds the tones of every person's track against the script, from the step that was due at `fromMs` to the one at
 * `toMs`, both on the call clock.
 * @param startMs call clock of the script's beginning
 * @throws Error where a person has no track, or more than one, or hears somebody else's tones in it
 */
export async function heardSteps(
  outcome: LiveOutcome,
  voices: readonly Voice[],
  startMs: number,
  fromMs: number,
  toMs: number,
): Promise<Step[]> {
  const all = voices.flatMap(({ ladder }) => ladder.hz);
  const steps: Step[] = [];
  for (const { name, ladder } of voices) {
    const tracks = outcome.tracks.filter(
      (track) => track.name === name && track.source === "microphone",
    );
    const [track] = tracks;
    if (tracks.length !== 1 || !track) throw new Error(`${name} has ${tracks.length} tracks`);
    const onsets = onsetsOf(await decode(track.file, RATE), RATE, all);
    const foreign = onsets.filter(({ hz }) => !ladder.hz.includes(hz));
    if (foreign.length > 0)
      throw new Error(`${name} has the tones of others: ${JSON.stringify(foreign.slice(0, 3))}`);
    const first = Math.ceil((fromMs - startMs) / ladder.everyMs);
    const last = Math.floor((toMs - startMs) / ladder.everyMs);
    for (let step = Math.max(0, first); step <= last; step++) {
      const dueMs = startMs + step * ladder.everyMs;
      const hz = ladder.hz[step % ladder.hz.length];
      const late = onsets
        .filter((one) => one.hz === hz)
        .map(({ atMs }) => track.startMs + atMs - dueMs)
        .toSorted((a, b) => Math.abs(a) - Math.abs(b))[0];
      const isHeard = late !== undefined && Math.abs(late) < NEAR_MS;
      steps.push({ name, step, dueMs, lateMs: isHeard ? late : null });
    }
  }
  return steps;
}

/** When a line breaks, a jitter buffer goes on for so long with sound that it makes up: a gap is listed behind it. */
const MADE_UP_MS = 150;

/** Steps that are missing though nothing is listed that would say so, or though they were filled. */
export function unexplained(outcome: LiveOutcome, steps: readonly Step[], onMs: number): Step[] {
  return steps.filter(
    ({ name, dueMs, lateMs }) =>
      lateMs === null &&
      !outcome.gaps.some(
        (gap) =>
          (gap.name === null || gap.name === name) &&
          gap.filled === null &&
          gap.t0 <= dueMs + onMs + MADE_UP_MS &&
          gap.t1 >= dueMs - 50,
      ),
  );
}

/** Missing steps in words: who, from when to when on the call clock. */
export function holesOf(steps: readonly Step[]): string[] {
  const holes: { name: string; from: Step; to: Step }[] = [];
  for (const step of steps) {
    if (step.lateMs !== null) continue;
    const last = holes.at(-1);
    if (last?.name === step.name && last.to.step === step.step - 1) last.to = step;
    else holes.push({ name: step.name, from: step, to: step });
  }
  return holes.map(
    ({ name, from, to }) => `${name} ${Math.round(from.dueMs)} to ${Math.round(to.dueMs)} ms`,
  );
}

/** What a call has become, for a failed expectation. */
export const inWords = ({ parts, gaps, tracks }: LiveOutcome): string =>
  [
    ...parts.map(
      ({ identity, source, attempt, startMs, cause }) =>
        `part ${identity.slice(0, 6)} ${source} a${attempt} from ${startMs}, ${cause ?? "open"}`,
    ),
    ...gaps.map(({ name, t0, t1, cause, filled }) => `gap ${name} ${t0}–${t1} ${cause} ${filled}`),
    ...tracks.map(
      ({ name, source, startMs, durationMs }) =>
        `track ${name} ${source} ${startMs} + ${durationMs}`,
    ),
  ].join("\n");

/** What a publisher was told, in order: whether it published again, and why not. */
export const toldInWords = (publisher: Pick<Publisher, "told">): string =>
  publisher
    .told()
    .map((event) => [event.type, "sid" in event ? event.sid : "", "why" in event ? event.why : ""])
    .map((said) => said.filter(Boolean).join(" "))
    .join(", ");

export const latenesses = (steps: readonly Step[]): number[] =>
  steps.flatMap(({ lateMs }) => (lateMs === null ? [] : [lateMs]));
export const spreadMs = (values: readonly number[]): number =>
  values.length === 0 ? Number.NaN : Math.max(...values) - Math.min(...values);
