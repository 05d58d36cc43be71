import type { Alignable, Aligner } from "./aligner.ts";
import {
  type BiasTerm,
  primaryLanguage,
  type SegmentIn,
  type SegmentOut,
  SpeechError,
  type SpeechEngine,
} from "./engine.ts";
import { asSpeechError } from "./each-segment.ts";
import { findTrackSpeech, readSegments, segmentId, type TrackSpeech } from "./segments.ts";

/** More failed segments than this share make the stage fail (speech.md §2). */
const FAILED_SHARE = 0.2;
/** So many in a row mean that the engine is gone, however long the call is. */
const FAILED_IN_A_ROW = 5;
/** Texts aligned by one process: enough to share its start, few enough to keep progress moving. */
const ALIGN_TOGETHER = 8;

export type RecogniseInput = {
  engine: SpeechEngine;
  /** Gives times to English text of engines that have none. */
  aligner?: Aligner;
  /** Headerless s16le, 16 kHz, mono: one normalised track from the call's zero on. */
  pcmFile: string;
  language: string;
  /** Most important first. */
  bias: readonly BiasTerm[];
  signal: AbortSignal;
  /** After each segment: call-clock position that is done, and the length of the track. */
  onProgressMs?: (doneMs: number, totalMs: number) => void;
  /** What an earlier attempt has stored under this id; inaudible segments are tried again. */
  resume?: (id: string) => SegmentOut | undefined;
};

/** `spreadShare` is the share of words whose times are estimates; `meanConfidence` is over words. */
export type RecognitionSummary = {
  durationMs: number;
  speechMs: number;
  segmentCount: number;
  failedCount: number;
  wordCount: number;
  spreadShare: number;
  meanConfidence: number | undefined;
};

export type Recognition = {
  /** In the order of the call; may be iterated once. Throws `SpeechError`, or the signal's reason. */
  segments: AsyncIterable<SegmentOut>;
  /** Of what has been given out so far; final once `segments` is exhausted. */
  summary(): RecognitionSummary;
  /** What was measured of the track's sound, known with the first segment and at the end of a track without any. */
  sound(): TrackSpeech | undefined;
};

/** The worker's one door: a track goes in, timed words come out (speech.md §2). */
export function recognise(input: RecogniseInput): Recognition {
  const tally = createTally();
  return {
    segments: run(input, tally),
    summary: () => tally.summary(),
    sound: () => tally.sound(),
  };
}

type Tally = ReturnType<typeof createTally>;

function createTally() {
  const sums = { durationMs: 0, speechMs: 0, segmentCount: 0, failedCount: 0, wordCount: 0 };
  let total = 0;
  let spread = 0;
  let confident = 0;
  let confidence = 0;
  let row = 0;
  let lastError: SpeechError | undefined;
  let found: TrackSpeech | undefined;
  return {
    begin(speech: TrackSpeech) {
      found = speech;
      sums.durationMs = speech.durationMs;
      total = speech.ranges.length;
    },
    sound: () => found,
    failed(error: SpeechError) {
      lastError = error;
    },
    /** Counts a segment; throws when too many have failed. */
    add(segment: SegmentOut) {
      sums.segmentCount++;
      sums.speechMs += segment.endMs - segment.startMs;
      sums.wordCount += segment.words.length;
      if (segment.timing === "spread") spread += segment.words.length;
      for (const word of segment.words) {
        const known = word.confidence ?? segment.confidence;
        if (known === undefined) continue;
        confident++;
        confidence += known;
      }
      row = segment.isInaudible ? row + 1 : 0;
      if (!segment.isInaudible) return;
      sums.failedCount++;
      if (sums.failedCount > FAILED_SHARE * total || row >= FAILED_IN_A_ROW) {
        throw new SpeechError("engine_failed", "too many segments failed", {
          isTransient: lastError?.isTransient ?? false,
          cause: lastError,
        });
      }
    },
    summary: (): RecognitionSummary => ({
      ...sums,
      spreadShare: sums.wordCount === 0 ? 0 : spread / sums.wordCount,
      meanConfidence: confident === 0 ? undefined : confidence / confident,
    }),
  };
}

async function* run(input: RecogniseInput, tally: Tally): AsyncGenerator<SegmentOut> {
  const { engine, pcmFile, signal } = input;
  const speech = await findTrackSpeech(pcmFile, signal);
  const { durationMs, ranges } = speech;
  tally.begin(speech);
  const stored = new Map<string, SegmentOut>();
  for (const range of ranges) {
    const before = input.resume?.(segmentId(range));
    if (before !== undefined && !before.isInaudible) stored.set(segmentId(range), before);
  }
  const open = ranges.filter((range) => !stored.has(segmentId(range)));
  const sounds = new Map<string, SegmentIn>();
  const fresh = engine
    .transcribe(remember(readSegments(pcmFile, open, signal), sounds), {
      language: input.language,
      bias: input.bias,
      signal,
      voice: () => readSegments(pcmFile, ranges, signal),
      onSegmentFailed: (_, error) => {
        tally.failed(error);
      },
    })
    [Symbol.asyncIterator]();
  const aligned = timeWords(input, inOrder(ranges.map(segmentId), stored, fresh), sounds);
  try {
    for await (const segment of aligned) {
      tally.add(segment);
      yield segment;
      input.onProgressMs?.(segment.endMs, durationMs);
    }
    input.onProgressMs?.(durationMs, durationMs);
  } catch (error) {
    // An abort keeps its own reason; everything else leaves this room as its one error.
    if (signal.aborted) signal.throwIfAborted();
    throw asSpeechError(error);
  } finally {
    await fresh.return?.();
  }
}

/** Keeps the samples of segments under way for the aligner. */
async function* remember(
  segments: AsyncIterable<SegmentIn>,
  sounds: Map<string, SegmentIn>,
): AsyncGenerator<SegmentIn> {
  for await (const segment of segments) {
    sounds.set(segment.id, segment);
    yield segment;
  }
}

async function* inOrder(
  ids: readonly string[],
  stored: ReadonlyMap<string, SegmentOut>,
  fresh: AsyncIterator<SegmentOut>,
): AsyncGenerator<SegmentOut> {
  for (const id of ids) {
    const before = stored.get(id);
    if (before !== undefined) {
      yield before;
      continue;
    }
    const next = await fresh.next();
    if (next.done === true || next.value.id !== id) {
      throw new SpeechError("engine_failed", "engine lost a segment");
    }
    yield next.value;
  }
}

/** Replaces estimated times by aligned ones where sound and text agree. */
async function* timeWords(
  { aligner, bias, signal, language }: RecogniseInput,
  segments: AsyncIterable<SegmentOut>,
  sounds: Map<string, SegmentIn>,
): AsyncGenerator<SegmentOut> {
  let group: SegmentOut[] = [];
  const canAlign = (segment: SegmentOut) =>
    aligner !== undefined &&
    segment.timing === "spread" &&
    sounds.has(segment.id) &&
    primaryLanguage(segment.language ?? language) === "en";
  const flush = async (): Promise<SegmentOut[]> => {
    const items = group.filter(canAlign).flatMap((segment): Alignable[] => {
      const sound = sounds.get(segment.id);
      return sound === undefined ? [] : [{ ...sound, text: segment.text }];
    });
    const options = { bias, signal };
    const times = items.length === 0 ? undefined : await aligner?.align(items, options);
    const ready = group.map((segment): SegmentOut => {
      const words = times?.get(segment.id);
      return words === undefined ? segment : { ...segment, words, timing: "aligned" };
    });
    for (const { id } of group) sounds.delete(id);
    group = [];
    return ready;
  };
  for await (const segment of segments) {
    group.push(segment);
    // Segments that need no times do not wait for company.
    if (!group.some(canAlign) || group.length >= ALIGN_TOGETHER) yield* await flush();
  }
  yield* await flush();
}
