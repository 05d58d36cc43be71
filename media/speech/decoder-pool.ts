import { availableParallelism } from "node:os";
import { type Decoder, type DecoderManner, type SoundStream, startDecoder } from "./decoder.ts";
import { SAMPLES_PER_MS, SpeechError, type Word } from "./engine.ts";
import type { ModelFiles, Programs } from "./pocketsphinx.ts";

/** More than two gain nothing on the machines measured; each takes about 110 MB. */
export const POOL_SIZE = Math.min(2, availableParallelism());
/**
 * With so many loading their model or at a whole piece, another one is not started: it would only slow them down. Half
 * a second of a processor goes into a model; without a limit a busy machine once had 28 of them loading, and no words.
 */
const CONCURRENCY = POOL_SIZE;
/** A decoder that is nobody's and idle is worth its memory for this long. */
const IDLE_MS = 60_000;
/** A shorter piece does not tell how a voice is to be normalised. */
const TUNES_MS = 1_500;

/** Whose sound it is: a name of its own for each track. */
export type Voice = string;
export type DecoderPool = {
  /**
   * Words of a piece of sound, times from its first sample. It waits for the voice's own decoder, or for a free one.
   * A dead decoder is replaced at the next call.
   */
  decode(files: ModelFiles, pcm: Int16Array, signal: AbortSignal, voice?: Voice): Promise<Word[]>;
  /** The same, of what is worth nothing later: undefined where it would have to wait. */
  decodeNow(
    files: ModelFiles,
    pcm: Int16Array,
    signal: AbortSignal,
    voice: Voice,
  ): Promise<Word[] | undefined>;
  /**
   * Decodes a piece while it is spoken.
   * @param sample two seconds of the voice, for a decoder that has heard somebody else before
   * @returns undefined: without a sample there is no decoder for this voice, or all are busy
   */
  follow(
    files: ModelFiles,
    voice: Voice,
    sample: Int16Array | undefined,
    signal: AbortSignal,
  ): Promise<SoundStream | undefined>;
  /**
   * Keeps a decoder for a voice, where there is still room for one, and loads its model when it is its turn.
   * @param signal the voice has gone
   */
  reserve(files: ModelFiles, voice: Voice, signal: AbortSignal): Promise<void>;
  /** The voice has gone, or only needs these files no more: its decoder is anybody's. */
  release(voice: Voice, files?: ModelFiles): void;
  /** Process ids of the decoders that run now. */
  pids(): number[];
  /** Ends all decoders, also one that is just starting; whoever asks later is refused. */
  close(): Promise<void>;
};

type Slot = {
  decoder: Decoder;
  key: string;
  /** Pieces under way; they are answered in order. */
  jobs: number;
  /** One of them is still being spoken. */
  isFollowing: boolean;
  /** Its model is not there yet. */
  isLoading: boolean;
  voice: Voice | undefined;
  /** What it heard last was this voice. */
  isTuned: boolean;
  usedAt: number;
  idle?: NodeJS.Timeout;
};
/** `idleMs`: how long a voice may be silent and keep its decoder; `concurrency`: with so many at work no other is started. */
export type PoolManner = DecoderManner & { size?: number; idleMs?: number; concurrency?: number };

/** A tenth of a second of nothing: the answer comes once the model is loaded. */
const WARM_UP = new Int16Array(1_600);

/** Resident decoders shared by all jobs of this process, `size` at most, started when first needed. */
export function createDecoderPool(
  programs: Programs,
  {
    size = POOL_SIZE,
    idleMs = IDLE_MS,
    concurrency: concurrency = CONCURRENCY,
    ...manner
  }: PoolManner = {},
): DecoderPool {
  const slots = new Set<Slot>();
  const waiting: (() => void)[] = [];
  let starting = 0;
  /** Streams that are open, or about to be. */
  let following = 0;
  let isClosed = false;
  /** Decoders that are on their way in or out: `close` waits for them. */
  const onTheWay = new Set<Promise<unknown>>();
  const untilDone = async <T>(work: Promise<T>): Promise<T> => {
    onTheWay.add(work);
    return work.finally(() => onTheWay.delete(work));
  };

  const drop = async (slot: Slot) => {
    clearTimeout(slot.idle);
    slots.delete(slot);
    await untilDone(slot.decoder.close());
  };
  const start = async (files: ModelFiles, voice: Voice | undefined): Promise<Slot> => {
    if (isClosed) throw new SpeechError("engine_failed", "decoders are closed");
    starting++;
    try {
      const decoder = await startDecoder(programs, files, manner);
      const slot: Slot = {
        ...{ decoder, key: keyOf(files), jobs: 1, isFollowing: false, isLoading: true },
        ...{ voice, isTuned: false, usedAt: performance.now() },
      };
      slots.add(slot);
      decoder
        .decode(WARM_UP)
        .catch(() => undefined) // what it is for meets the same fault
        .finally(() => {
          slot.isLoading = false;
          wakeAll();
        });
      return slot;
    } finally {
      starting--;
      wakeAll(); // where none came of it, somebody else may try
    }
  };
  const open = (files: ModelFiles, voice: Voice | undefined) => untilDone(start(files, voice));
  /** Its place is taken while it ends: others who ask meanwhile find the pool as full as it was. */
  const makeRoom = async (slot: Slot) => {
    starting++;
    try {
      await drop(slot);
    } finally {
      starting--;
    }
  };
  const hold = (slot: Slot): Slot => {
    clearTimeout(slot.idle);
    slot.jobs++;
    return slot;
  };

  /** A free decoder with these files, a new one, or undefined when all are busy. */
  const take = async (
    files: ModelFiles,
    voice: Voice | undefined,
    isKept: boolean,
  ): Promise<Slot | undefined> => {
    for (const slot of slots) if (slot.decoder.isDead) await drop(slot);
    const free = [...slots]
      .filter(({ jobs }) => jobs === 0)
      .toSorted((a, b) => a.usedAt - b.usedAt);
    const fitting = free.filter(({ key }) => key === keyOf(files));
    const own = fitting.find((slot) => slot.voice === voice);
    const unclaimed = fitting.find((slot) => slot.voice === undefined);
    const isFull = slots.size + starting >= size;
    const found = own ?? unclaimed ?? (isKept && !isFull ? undefined : fitting[0]);
    if (found !== undefined) {
      if (isKept) found.voice = voice;
      return hold(found);
    }
    // A decoder of another dictionary or voice makes room: nobody's, then the one that was not needed for longest.
    const other = free.find((slot) => slot.voice === undefined) ?? free[0];
    if (isFull && other === undefined) return undefined;
    if (starting + [...slots].filter(isAtWork).length >= concurrency) return undefined;
    if (isFull && other !== undefined) await makeRoom(other);
    return open(files, isKept ? voice : undefined);
  };

  /** Who is woken and finds nothing waits on: what fits one need not fit another. */
  const wakeAll = () => {
    for (const wake of waiting.splice(0)) wake();
  };
  const takeTurn = async (
    find: () => Promise<Slot | undefined>,
    signal: AbortSignal,
  ): Promise<Slot> => {
    for (;;) {
      const slot = await find().catch((error: unknown) => {
        wakeAll();
        throw error;
      });
      if (slot !== undefined) return slot;
      let wake: () => void = () => undefined;
      const woken = new Promise<void>((done) => {
        wake = done;
      });
      waiting.push(wake);
      try {
        await untilAborted(woken, signal);
      } catch (error) {
        const place = waiting.indexOf(wake);
        if (place >= 0) waiting.splice(place, 1);
        throw error;
      }
    }
  };

  const rest = (slot: Slot) => {
    clearTimeout(slot.idle);
    const forMs = slot.voice === undefined ? Math.min(idleMs, IDLE_MS) : idleMs;
    slot.idle = setTimeout(() => void drop(slot), forMs);
    slot.idle.unref();
  };
  const leave = (slot: Slot) => {
    slot.jobs--;
    slot.usedAt = performance.now();
    if (slot.jobs > 0) return;
    rest(slot);
    wakeAll();
  };
  const decodeOn = async (slot: Slot, pcm: Int16Array, voice: Voice | undefined) => {
    const isOwn = voice !== undefined && slot.voice === voice;
    slot.isTuned = isOwn && pcm.length >= TUNES_MS * SAMPLES_PER_MS;
    return slot.decoder.decode(pcm).finally(() => {
      leave(slot);
    });
  };

  /** The voice's own decoder, which may still be at its last piece. */
  const ownSlot = (files: ModelFiles, voice: Voice): Slot | undefined =>
    [...slots].find(
      (slot) =>
        slot.voice === voice &&
        slot.key === keyOf(files) &&
        !slot.isFollowing &&
        !slot.decoder.isDead,
    );
  const followOn = (
    slot: Slot,
    sample: Int16Array | undefined,
    signal: AbortSignal,
  ): SoundStream => {
    const stream = slot.decoder.follow(slot.isTuned ? undefined : sample);
    slot.isFollowing = true;
    slot.isTuned = true;
    let answer: Promise<Word[]> | undefined;
    const end = () => {
      if (answer) return answer;
      slot.isFollowing = false;
      following--;
      answer = stream.end().finally(() => {
        signal.removeEventListener("abort", onAbort);
        leave(slot);
      });
      return answer;
    };
    const onAbort = () => {
      end().catch(() => undefined);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    return { push: (pcm) => stream.push(pcm), end: () => untilAborted(end(), signal) };
  };

  return {
    pids: () => [...slots].flatMap(({ decoder: { pid } }) => (pid === undefined ? [] : [pid])),
    async decode(files, pcm, signal, voice) {
      const own = voice === undefined ? undefined : ownSlot(files, voice);
      const used = own ? hold(own) : await takeTurn(() => take(files, voice, false), signal);
      return untilAborted(decodeOn(used, pcm, voice), signal);
    },
    async decodeNow(files, pcm, signal, voice) {
      const own = ownSlot(files, voice);
      if (own && own.jobs > 0) return undefined;
      const used = own ? hold(own) : await take(files, voice, false);
      return used && untilAborted(decodeOn(used, pcm, voice), signal);
    },
    async follow(files, voice, sample, signal) {
      signal.throwIfAborted();
      const own = ownSlot(files, voice);
      if (own ? !own.isTuned && !sample : !sample) return undefined;
      // One is left for pieces that nobody follows.
      if (following >= size - 1) return undefined;
      following++;
      const slot = own ? hold(own) : await take(files, voice, true).catch(() => undefined);
      if (!slot) {
        following--;
        return undefined;
      }
      if (!own) slot.isTuned = false;
      return followOn(slot, sample, signal);
    },
    async reserve(files, voice, signal) {
      const hasRoom = () =>
        slots.size + starting < size || [...slots].some((slot) => isAnybodys(slot, files));
      if (!hasRoom()) return;
      const find = async () => (hasRoom() ? take(files, voice, true) : undefined);
      const slot = await takeTurn(find, signal);
      if (signal.aborted) slot.voice = undefined;
      await decodeOn(slot, WARM_UP, voice);
    },
    release(voice, files) {
      for (const slot of slots) {
        if (slot.voice !== voice || (files && slot.key !== keyOf(files))) continue;
        slot.voice = undefined;
        if (slot.jobs === 0) rest(slot);
      }
    },
    async close() {
      isClosed = true;
      wakeAll();
      await Promise.allSettled(onTheWay);
      await Promise.all([...slots].map(drop));
    },
  };
}

const keyOf = ({ lm, warp }: ModelFiles): string => `${lm} ${warp ?? 1}`;

/** A stream takes a tenth of a processor; a model that loads, or a whole piece, all of one. */
const isAtWork = ({ jobs, isFollowing, isLoading }: Slot): boolean =>
  isLoading || (jobs > 0 && !isFollowing);

const isAnybodys = ({ jobs, voice, key }: Slot, files: ModelFiles): boolean =>
  jobs === 0 && voice === undefined && key === keyOf(files);

/** The caller stops waiting at once; the decoder finishes the piece for nobody and is free again. */
async function untilAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  answer.catch(() => undefined);
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<never>((_, fail) => {
    onAbort = () => {
      fail(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
    };
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    signal.throwIfAborted();
    return await Promise.race([answer, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** Says whether an error means that the decoder itself is gone. */
export function isDecoderLoss(error: unknown): boolean {
  return (
    error instanceof SpeechError &&
    (error.code === "engine_failed" || error.code === "engine_timeout")
  );
}
