/** Two seconds of one microphone, with where and when it belongs; times are this device's, ms since 1970. */
export type CopyChunk = {
  callId: string;
  /** One run of the recorder; a pause or another device begins a new one. */
  part: string;
  seq: number;
  /** When the part began. */
  t0: number;
  /** What this chunk spans. */
  from: number;
  to: number;
  mime: string;
  bytes: ArrayBuffer;
};
/** What is sent in order: which call it is of, and when it began. */
type Sendable = { callId: string; t0: number };
/** Kept on this device until the server has it. `oldest` skips the calls it is told to skip. */
export type CopyStore<C extends Sendable = CopyChunk> = {
  put: (chunk: C) => Promise<void>;
  oldest: (skip: ReadonlySet<string>) => Promise<C | undefined>;
  remove: (chunk: C) => Promise<void>;
  count: () => Promise<number>;
};
/** Sends one chunk; answers the HTTP status, or null where there was no answer. */
export type SendChunk<C extends Sendable = CopyChunk> = (chunk: C) => Promise<number | null>;

/** Copies of calls nobody asks for any more are not kept on a desk for ever. */
const KEEP_MS = 7 * 86_400_000;
/** These will never be taken: not ours to send, another hash, paused or closed, over the quota. They must not block the rest. */
const NEVER = new Set([400, 409, 410, 413, 415]);
/** Somebody else is signed in, or nobody: the one who spoke may come back. */
const NOT_YOURS = new Set([401, 403, 404]);

/** What may be thrown away unsent: statuses, and an age; what is only passed over, with the rest of its call. */
type DrainRules = { drops: ReadonlySet<number>; skips: ReadonlySet<number>; keepMs: number };
const COPY: DrainRules = { drops: NEVER, skips: NOT_YOURS, keepMs: KEEP_MS };
/** The only copy there is: nothing of it goes before the server has it. */
export const ORIGINALS: DrainRules = {
  drops: new Set(),
  skips: new Set([...NEVER, ...NOT_YOURS, 422]),
  keepMs: Number.POSITIVE_INFINITY,
};

export type Drained = "empty" | "later";

/**
 * Sends what is stored, oldest first, and forgets what the server has taken or never will.
 * @param nowMs for the age of a chunk
 * @returns `later` where something is left that may be taken another time
 */
export async function drainCopies<C extends Sendable>(
  store: Pick<CopyStore<C>, "oldest" | "remove">,
  send: SendChunk<C>,
  nowMs: () => number = Date.now,
  { drops, skips, keepMs }: DrainRules = COPY,
): Promise<Drained> {
  const skip = new Set<string>();
  for (;;) {
    const chunk = await store.oldest(skip);
    if (chunk === undefined) return skip.size === 0 ? "empty" : "later";
    if (nowMs() - chunk.t0 > keepMs) {
      await store.remove(chunk);
      continue;
    }
    const status = await send(chunk);
    if (status === null) return "later";
    if ((status >= 200 && status < 300) || drops.has(status)) await store.remove(chunk);
    else if (skips.has(status)) skip.add(chunk.callId);
    else return "later";
  }
}
