/**
 * Which of a track's sound is a person who talks, and which is music, a tone, hum or noise. Pure.
 *
 * The gate (vad.ts) opens for all of them. What sets a voice apart in two seconds of sound: it has a pitch most of the
 * time, which glides (a note is held); it swells and sinks at the pace of syllables, with gaps; and what has no pitch
 * hisses. No mark decides alone: each adds to a score, and seconds are judged together with those around them.
 */
import { type Marks, measure } from "./voice-marks.ts";
import type { Range } from "./vad.ts";

/** Ranges are judged in windows of about 2 s. */
const WINDOW_MS = 2000;
/** Of more windows than this in a row every second one is listened to: its neighbours are like it. */
const FEW = 3;

/** Less of either, of what is no pause, is no talk whatever else it is like: noise, knocks, tones. */
const LEAST_VOICED = 0.25;
const LEAST_GLIDE = 0.08;

/**
 * From where to where each mark counts, and how much at most. Fitted (logistic regression) to spoken and human voices,
 * clean and spoilt, against music and line sounds; measured on voices and music that were not among them.
 */
const WEIGHTS: { readonly [M in keyof Marks]: readonly [from: number, to: number, most: number] } =
  {
    voiced: [0.41, 1, 3.1],
    clean: [0.01, 0.92, -2.6],
    held: [0.02, 0.71, -4.7],
    glide: [0.09, 0.7, 2.2],
    travel: [0.12, 3.7, 5.6],
    gaps: [0, 0.53, 6.1],
    range: [1.3, 16, -2.7],
    syllables: [0.05, 0.86, 4],
    colours: [1.1, 9.7, 2.4],
    hiss: [-2.3, 22.9, 5.2],
    vowels: [-0.33, 0.89, 2.4],
  };
/** In doubt it is no voice. */
const BIAS = -9;
/** One window does not outweigh all others. */
const MOST = 6;

/** Windows this far away still count, the less the farther. */
const NEAR_MS = 6000;
/** Music that resembles a voice for seconds does not for a minute: what is around decides where the near is unclear. */
const WIDE_MS = 30_000;
const WIDE_MOST = 2;
/** A range of which no more than this is something else is a voice as a whole. */
const ODD_MS = 4000;
const ODD_SHARE = 0.3;
/** A voice shorter than this is none where nearly all sound of the minute around is something else. */
const ALONE_MS = 6000;
const MINUTE_MS = 60_000;
const ALONE_SHARE = 0.2;

/** A window that was listened to: above 0 it sounds like a voice; `db` is its level in dBFS. */
export type Heard = Range & { score: number; db: number };

/** The windows of a speech range; `isHeard` are those that have to be listened to. */
export function windowsOf({ startMs, endMs }: Range): (Range & { isHeard: boolean })[] {
  const count = Math.max(1, Math.round((endMs - startMs) / WINDOW_MS));
  const at = (n: number) => startMs + Math.round(((endMs - startMs) * n) / count);
  return Array.from({ length: count }, (_, n) => ({
    startMs: at(n),
    endMs: at(n + 1),
    isHeard: count <= FEW || n % 2 === 0,
  }));
}

/** @param pcm samples of the window, 16 kHz mono */
export function listen({ startMs, endMs }: Range, pcm: Int16Array): Heard {
  const { db, active, ...marks } = measure(pcm);
  return { startMs, endMs, score: scoreOf(marks, active), db };
}

function scoreOf(marks: Marks, active: number): number {
  if (!(marks.voiced >= LEAST_VOICED * active && marks.glide >= LEAST_GLIDE * active)) return -MOST;
  const add = (mark: keyof Marks) => {
    const [from, to, most] = WEIGHTS[mark];
    return most * Math.max(0, Math.min(1, (marks[mark] - from) / (to - from)));
  };
  const sum =
    add("voiced") + add("clean") + add("held") + add("glide") + add("travel") + add("gaps");
  const score =
    sum + add("range") + add("syllables") + add("colours") + add("hiss") + add("vowels") + BIAS;
  return Math.max(-MOST, Math.min(MOST, score));
}

/**
 * The parts of speech ranges that are a voice, in order and without overlap, and the level of that voice in dBFS. Both
 * the ranges and what came of their windows are given in order.
 */
export function findVoice(
  ranges: readonly Range[],
  heard: readonly Heard[],
): { voice: Range[]; voiceDb: number | null } {
  const cells = judge(ranges, heard);
  dropLonely(cells);
  const voice: Range[] = [];
  for (const { startMs, endMs, isVoice } of cells) {
    if (!isVoice) continue;
    const last = voice.at(-1);
    if (last?.endMs === startMs) last.endMs = endMs;
    else voice.push({ startMs, endMs });
  }
  return { voice, voiceDb: levelOf(voice, heard) };
}

type Cell = Range & { isVoice: boolean };

/** Each window of each range by the scores around it, near and wide. */
function judge(ranges: readonly Range[], heard: readonly Heard[]): Cell[] {
  const near = createMean(heard, NEAR_MS);
  const wide = createMean(heard, WIDE_MS);
  return ranges.flatMap((range) => {
    const cells = windowsOf(range).map(({ startMs, endMs }): Cell => {
      const at = (startMs + endMs) / 2;
      const around = Math.max(-WIDE_MOST, Math.min(WIDE_MOST, wide(at)));
      return { startMs, endMs, isVoice: near(at) + around > 0 };
    });
    const other = lengthOf(cells.filter((cell) => !cell.isVoice));
    return other <= Math.min(ODD_MS, ODD_SHARE * lengthOf(cells))
      ? cells.map((cell) => ({ ...cell, isVoice: true }))
      : cells;
  });
}

/** Mean score around a time (ms), nearer windows counting more. It is asked for times in order. */
function createMean(heard: readonly Heard[], aroundMs: number): (at: number) => number {
  let first = 0;
  return (at) => {
    let sum = 0;
    let weights = 0;
    for (let n = first; n < heard.length; n++) {
      const window = heard[n];
      if (window === undefined) break;
      const away = (window.startMs + window.endMs) / 2 - at;
      if (away >= aroundMs) break;
      if (away <= -aroundMs) {
        first = n + 1;
        continue;
      }
      const weight = (window.endMs - window.startMs) * (1 - Math.abs(away) / aroundMs);
      sum += window.score * weight;
      weights += weight;
    }
    return weights === 0 ? 0 : sum / weights;
  };
}

/** In minutes of other sound, a short voice is more likely music that resembles one for a moment. */
function dropLonely(cells: Cell[]): void {
  const before = cells.map((cell) => cell.isVoice);
  let first = 0;
  for (let from = 0; from < cells.length; from++) {
    if (!before[from]) continue;
    let to = from;
    while (before[to + 1]) to++;
    const run = cells.slice(from, to + 1);
    const middle = ((run[0]?.startMs ?? 0) + (run.at(-1)?.endMs ?? 0)) / 2;
    while ((cells[first]?.endMs ?? middle) < middle - MINUTE_MS / 2) first++;
    let [all, voices] = [0, 0];
    for (let n = first; n < cells.length; n++) {
      const cell = cells[n];
      if (cell === undefined || cell.startMs > middle + MINUTE_MS / 2) break;
      all += cell.endMs - cell.startMs;
      if (before[n]) voices += cell.endMs - cell.startMs;
    }
    if (lengthOf(run) < ALONE_MS && voices < ALONE_SHARE * all) {
      for (const cell of run) cell.isVoice = false;
    }
    from = to;
  }
}

/** Median over the windows within the voice. */
function levelOf(voice: readonly Range[], heard: readonly Heard[]): number | null {
  const levels: number[] = [];
  let at = 0;
  for (const { startMs, endMs, db } of heard) {
    while ((voice[at]?.endMs ?? Infinity) <= startMs) at++;
    const part = voice[at];
    if (part && part.startMs <= startMs && endMs <= part.endMs) levels.push(db);
  }
  return levels.sort((a, b) => a - b)[levels.length >> 1] ?? null;
}

export function lengthOf(ranges: readonly Range[]): number {
  return ranges.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
}
