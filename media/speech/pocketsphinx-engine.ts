import { totalmem } from "node:os";
import {
  SpeechError,
  knowsLanguage,
  type LiveOptions,
  type LiveTrack,
  type Options,
  type SegmentIn,
  type SegmentOut,
  type SpeechEngine,
  type Word,
} from "./engine.ts";
import { createDecoderPool, isDecoderLoss, POOL_SIZE } from "./decoder-pool.ts";
import { eachSegment } from "./each-segment.ts";
import { speak } from "./flite.ts";
import { type BiasedModel, prepareModel } from "./model-files.ts";
import { createLiveFit, type LiveFit } from "./live-fit.ts";
import { createLiveTrack } from "./live-track.ts";
import type { ModelFiles, Programs } from "./pocketsphinx.ts";
import { ASIDE_NICENESS, ENOUGH_MS, type Fit, fitVoice, type Heard } from "./voice-warp.ts";

/** Less speech than this does not tell a voice. */
const TOO_SHORT_MS = 6000;
/** Drafts are shown for a second: they trade accuracy for speed (speech.md §8). */
const DRAFT_FLAGS = "-remove_silence no -topn 2 -maxhmmpf 3000 -maxwpf 10 -ds 2".split(" ");
/** A draft that comes late is no loss: finals, and the recording itself, go first. */
const DRAFT_NICENESS = 12;
/** Recordings wait their turn: whoever is in a call reads the words now, also on a full machine. */
const BATCH_NICENESS = 15;
/** Resident set of one decoder; an eighth of the memory may go to those of finals. */
const DECODER_BYTES = 120e6;
const MOST_LIVE = 16;
/**
 * Calls differ in their names, hence in their model, and people in their voices: each needs a decoder of its own.
 * Where there are fewer, models are loaded again and again, 0.4 s each time.
 */
const LIVE_SIZE = Math.max(
  2 * POOL_SIZE,
  Math.min(MOST_LIVE, Math.floor(memoryBytes() / 8 / DECODER_BYTES)),
);
/** A pause in a call is no reason to load the model again. */
const LIVE_IDLE_MS = 10 * 60_000;
/** Between the passes of a fit. */
const ASIDE_IDLE_MS = 5_000;
/** Said by the Test button; every supported voice of flite decodes exactly. */
const CHECK_TEXT = "yeah that works for me";

export type PocketsphinxEngine = SpeechEngine & {
  /** Process ids of the resident decoders, for supervision. */
  pids(): number[];
};

/** The built-in engine: basic recognition of English, offline. `missing` is what `findPrograms` missed. */
export function createPocketsphinx(o: {
  programs: Programs;
  missing: readonly string[];
  cacheDir: string;
}): PocketsphinxEngine {
  const pool = createDecoderPool(o.programs, { niceness: BATCH_NICENESS });
  const finals = createDecoderPool(o.programs, { size: LIVE_SIZE, idleMs: LIVE_IDLE_MS });
  const drafts = createDecoderPool(o.programs, {
    ...{ size: LIVE_SIZE, idleMs: LIVE_IDLE_MS, concurrency: 1 },
    ...{ flags: DRAFT_FLAGS, niceness: DRAFT_NICENESS },
  });
  const aside = createDecoderPool(o.programs, {
    ...{ size: 1, idleMs: ASIDE_IDLE_MS, niceness: ASIDE_NICENESS },
  });
  const fits = new WeakMap<LiveTrack, LiveFit>();
  let tracks = 0;
  const languages = ["en"];

  const refuseUnable = (language: string) => {
    if (o.missing.length > 0) throw new SpeechError("engine_missing", o.missing.join(" "));
    if (!knowsLanguage(languages, language))
      throw new SpeechError("language_not_supported", language);
  };

  async function* transcribe(
    segments: AsyncIterable<SegmentIn>,
    options: Options,
  ): AsyncGenerator<SegmentOut> {
    refuseUnable(options.language);
    const model = await prepareModel(o.programs, o.cacheDir, options.bias, options.signal);
    const { head, all } = options.voice
      ? { head: await begin(options.voice(), ENOUGH_MS), all: segments }
      : await peek(segments, ENOUGH_MS);
    const { warp, heard } = await fit(head, model, options);
    const fitted = { ...model, warp };
    const known = new Map(heard.map(({ id, words }) => [id, words]));
    let losses = 0;
    yield* eachSegment(all, options, {
      // Twice the decoders: a long segment at the head of the row leaves none of them idle.
      concurrency: 2 * POOL_SIZE,
      recognise: async (segment) => {
        const words =
          known.get(segment.id) ?? (await pool.decode(fitted, segment.pcm, options.signal));
        return toSegment(segment, words, model);
      },
      // Each decoder of the pool is replaced once per job; after that the fault is not chance.
      isFatal: (error) => isDecoderLoss(error) && ++losses > POOL_SIZE,
    });
  }

  /** A first pass over the track's first seconds of speech tells how to fit the front end to the voice. */
  const fit = async (head: SegmentIn[], model: BiasedModel, options: Options): Promise<Fit> => {
    const { bias, signal } = options;
    const plain = { warp: 1, heard: [] };
    if (head.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0) < TOO_SHORT_MS)
      return plain;
    const hear = (warp: number) =>
      hearAll(head, (pcm) => pool.decode({ ...model, warp }, pcm, signal));
    try {
      return await fitVoice(o.programs, hear, { bias, signal });
    } catch {
      signal.throwIfAborted();
      // The pass that counts meets the same fault and reports it.
      return plain;
    }
  };

  /** One voice after the other: each takes most of a core for some seconds. */
  let fitting: Promise<unknown> = Promise.resolve();
  /** Held until they end: a signal of several forgets an abort that nobody heard once its controller is gone (Node 24). */
  const fitsUnderWay = new Set<AbortController>();
  const fitLive = (model: BiasedModel, options: Options): LiveFit =>
    createLiveFit((heard, from) => {
      const { bias } = options;
      const over = new AbortController();
      fitsUnderWay.add(over);
      const signal = AbortSignal.any([options.signal, over.signal]);
      const hear = async (warp: number): Promise<Heard[]> =>
        warp === from
          ? [...heard]
          : hearAll(heard, (pcm) => aside.decode({ ...model, warp }, pcm, signal));
      const turn = fitting.then(async () => {
        const { warp } = await fitVoice(o.programs, hear, {
          ...{ bias, signal, from },
          isAside: true,
        });
        return warp;
      });
      fitting = turn.catch(() => undefined).finally(() => fitsUnderWay.delete(over));
      return turn;
    });

  async function openLive(options: LiveOptions): Promise<LiveTrack> {
    refuseUnable(options.language);
    const { bias, signal, after } = options;
    const model = await prepareModel(o.programs, o.cacheDir, bias, signal);
    const fit = (after && fits.get(after)) ?? fitLive(model, options);
    const voice = `track ${tracks++}`;
    const over = new AbortController();
    const whileOpen = AbortSignal.any([signal, over.signal]);
    const reserve = (files: ModelFiles) =>
      Promise.all(
        [finals, drafts].map((each) =>
          each.reserve(files, voice, whileOpen).catch(() => undefined),
        ),
      );
    // The first words of a call do not wait for the model to be loaded.
    let fitted = { ...model, warp: fit.warp };
    void reserve(fitted);
    /** The piece that was under way then was still heard as before. */
    let hasMoved = false;
    const move = async (warp: number) => {
      const before = fitted;
      const better = { ...model, warp };
      await reserve(better);
      fitted = better;
      hasMoved = true;
      for (const each of [finals, drafts]) each.release(voice, before);
    };
    const discard = fit.onFound((warp) => void move(warp));
    const read = (segment: SegmentIn, words: readonly Word[]) => {
      if (!hasMoved) fit.take(segment, words, fitted.warp);
      hasMoved = false;
      return toSegment(segment, words, model);
    };
    const track = createLiveTrack(
      {
        draft: async (pcm) => {
          const words = await drafts.decodeNow(fitted, pcm, signal, voice);
          return words?.map((word) => ({
            ...word,
            text: model.written.get(word.text) ?? word.text,
          }));
        },
        final: async (segment) =>
          read(segment, await finals.decode(fitted, segment.pcm, signal, voice)),
        follow: { open: (sample) => finals.follow(fitted, voice, sample, signal), read },
        close() {
          discard();
          over.abort();
          for (const each of [finals, drafts]) each.release(voice);
        },
      },
      options,
    );
    fits.set(track, fit);
    return track;
  }

  return {
    id: "pocketsphinx",
    model: "en-us-ptm",
    caps: {
      words: true,
      punctuation: false,
      fillers: false,
      bias: "lm",
      languages,
      live: "segment",
    },
    transcribe,
    openLive,
    async check() {
      if (o.missing.length > 0) return { ok: false, detail: `missing: ${o.missing.join(" ")}` };
      const { signal } = new AbortController();
      try {
        const model = await prepareModel(o.programs, o.cacheDir, [], signal);
        const words = await pool.decode(model, await speak(o.programs, CHECK_TEXT, "slt"), signal);
        const isRight = words.map(({ text }) => text).join(" ") === CHECK_TEXT;
        return { ok: isRight, detail: isRight ? "ready" : "test sentence was not recognised" };
      } catch (error) {
        return { ok: false, detail: error instanceof Error ? error.message : "failed" };
      }
    },
    pids: () => [pool, finals, drafts, aside].flatMap((each) => each.pids()),
    close: async () => {
      for (const over of fitsUnderWay) over.abort();
      await fitting;
      await Promise.all([pool, finals, drafts, aside].map((each) => each.close()));
    },
  };
}

const hearAll = (
  pieces: readonly Pick<Heard, "id" | "pcm">[],
  decode: (pcm: Int16Array) => Promise<Word[]>,
): Promise<Heard[]> =>
  Promise.all(pieces.map(async ({ id, pcm }) => ({ id, pcm, words: await decode(pcm) })));

/** The first segments, until they hold `wantedMs`. */
async function begin(segments: AsyncIterable<SegmentIn>, wantedMs: number): Promise<SegmentIn[]> {
  const head: SegmentIn[] = [];
  let ms = 0;
  for await (const segment of segments) {
    head.push(segment);
    ms += segment.endMs - segment.startMs;
    if (ms >= wantedMs) break;
  }
  return head;
}

/** Takes segments until they hold `wantedMs`; `all` gives them again, then the rest. */
async function peek(
  segments: AsyncIterable<SegmentIn>,
  wantedMs: number,
): Promise<{ head: SegmentIn[]; all: AsyncIterable<SegmentIn> }> {
  const source = segments[Symbol.asyncIterator]();
  const head: SegmentIn[] = [];
  for (let ms = 0; ms < wantedMs; ) {
    const next = await source.next();
    if (next.done === true) break;
    head.push(next.value);
    ms += next.value.endMs - next.value.startMs;
  }
  async function* all() {
    yield* head;
    try {
      for (let next = await source.next(); next.done !== true; next = await source.next()) {
        yield next.value;
      }
    } finally {
      await source.return?.();
    }
  }
  return { head, all: all() };
}

/** Puts words on the call clock and writes tokens of terms as the term is written. */
export function toSegment(
  { id, startMs, endMs }: Pick<SegmentIn, "id" | "startMs" | "endMs">,
  decoded: readonly Word[],
  model: Pick<BiasedModel, "written">,
): SegmentOut {
  const words = decoded.map((word) => ({
    ...word,
    text: model.written.get(word.text) ?? word.text,
    startMs: Math.min(endMs, startMs + word.startMs),
    endMs: Math.min(endMs, startMs + word.endMs),
  }));
  const sum = words.reduce((total, word) => total + (word.confidence ?? 0), 0);
  return {
    id,
    startMs,
    endMs,
    text: words.map(({ text }) => text).join(" "),
    words,
    timing: "engine",
    language: "en",
    ...(words.length === 0 ? {} : { confidence: sum / words.length }),
  };
}

/** What this process may count on: a container's limit, where there is one. */
function memoryBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
