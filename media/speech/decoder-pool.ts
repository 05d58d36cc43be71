import { availableParallelism } from "node:os";
import { SpeechError, type Word } from "./engine.ts";
import { type Decoder, type ModelFiles, type Programs, startDecoder } from "./pocketsphinx.ts";

/** More than two gain nothing on the machines measured; each takes about 110 MB. */
export const POOL_SIZE = Math.min(2, availableParallelism());
/** An idle decoder is worth its memory for this long. */
const IDLE_MS = 60_000;

export type DecoderPool = {
  /** Words of a piece of sound, times from its first sample. A dead decoder is replaced at the next call. */
  decode(files: ModelFiles, pcm: Int16Array, signal: AbortSignal): Promise<Word[]>;
  /** Process ids of the decoders that run now. */
  pids(): number[];
  close(): Promise<void>;
};

type Slot = { decoder: Decoder; key: string; isBusy: boolean; idle?: NodeJS.Timeout };

/** Resident decoders shared by all jobs of this process, `size` at most, started when first needed. */
export function createDecoderPool(
  programs: Programs,
  size: number = POOL_SIZE,
  flags?: readonly string[],
  idleMs: number = IDLE_MS,
): DecoderPool {
  const slots = new Set<Slot>();
  const waiting: (() => void)[] = [];
  let starting = 0;

  const drop = async (slot: Slot) => {
    clearTimeout(slot.idle);
    slots.delete(slot);
    await slot.decoder.close();
  };

  /** A free decoder with these files, a new one, or undefined when all are busy. */
  const take = async (files: ModelFiles): Promise<Slot | undefined> => {
    for (const slot of slots) if (slot.decoder.isDead) await drop(slot);
    const free = [...slots].filter(({ isBusy }) => !isBusy);
    const key = `${files.lm} ${files.warp ?? 1}`;
    const fitting = free.find((slot) => slot.key === key);
    if (fitting !== undefined) {
      clearTimeout(fitting.idle);
      fitting.isBusy = true;
      return fitting;
    }
    // A decoder of another dictionary or voice makes room.
    const other = free[0];
    if (slots.size + starting >= size && other === undefined) return undefined;
    if (slots.size + starting >= size && other !== undefined) await drop(other);
    starting++;
    try {
      const decoder = await startDecoder(programs, files, flags);
      const slot: Slot = { decoder, key, isBusy: true };
      slots.add(slot);
      return slot;
    } finally {
      starting--;
    }
  };

  /** Who is woken and does not take a decoder wakes the next: no wake-up is lost. */
  const wakeNext = () => {
    waiting.shift()?.();
  };
  const takeTurn = async (files: ModelFiles, signal: AbortSignal): Promise<Slot> => {
    for (;;) {
      const slot = await take(files).catch((error: unknown) => {
        wakeNext();
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
        if (place < 0) wakeNext();
        else waiting.splice(place, 1);
        throw error;
      }
    }
  };

  const release = (slot: Slot) => {
    slot.isBusy = false;
    slot.idle = setTimeout(() => void drop(slot), idleMs);
    slot.idle.unref();
    wakeNext();
  };

  return {
    pids: () => [...slots].flatMap(({ decoder: { pid } }) => (pid === undefined ? [] : [pid])),
    async decode(files, pcm, signal) {
      const used = await takeTurn(files, signal);
      const answer = used.decoder.decode(pcm).finally(() => {
        release(used);
      });
      return untilAborted(answer, signal);
    },
    async close() {
      for (const wake of waiting.splice(0)) wake();
      await Promise.all([...slots].map(drop));
    },
  };
}

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
