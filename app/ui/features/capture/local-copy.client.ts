import { paths } from "#app/paths.ts";
import { answerOf, findFirst, openDatabase, writeTo } from "#app/ui/browser/database.client.ts";
import {
  type CopyChunk,
  type CopyStore,
  drainCopies,
  type Drained,
  type SendChunk,
} from "./copy-drain.ts";

const DATABASE = "parley-safety-copy";
const TABLE = "chunks";
const CHUNK_MS = 2_000;
const BITS_PER_SECOND = 48_000;
const MIMES = ["audio/webm;codecs=opus", "audio/mp4;codecs=opus", "audio/mp4"];
/** Bodies that may outlive their page (a browser's limit is 64 KB for all of them together). */
const KEEPALIVE_BYTES = 60_000;
const SEND_TIMEOUT_MS = 15_000;
const RETRY_MS = [2_000, 5_000, 15_000, 30_000];

/** Opens the store of this browser. @throws where storage is closed to pages: private windows, a full disk */
export async function openCopyStore(): Promise<CopyStore> {
  const database = await openDatabase(DATABASE, 1, (made) => {
    const table = made.createObjectStore(TABLE, { keyPath: ["callId", "part", "seq"] });
    table.createIndex("age", ["t0", "part", "seq"]);
  });
  const read = (): IDBObjectStore => database.transaction(TABLE).objectStore(TABLE);
  return {
    put: (chunk) => writeTo(database, TABLE, (table) => void table.put(chunk)),
    remove: ({ callId, part, seq }) =>
      writeTo(database, TABLE, (table) => void table.delete([callId, part, seq])),
    oldest: (skip) => findFirst<CopyChunk>(read().index("age"), ({ callId }) => !skip.has(callId)),
    count: () => answerOf(read().count()),
  };
}

export type Copying = {
  /** @param keepsTail false: what was heard since the last chunk is thrown away, as a pause wants it */
  stop: (keepsTail: boolean) => void;
};

/**
 * Copies a microphone into the store, two seconds at a time, as one part.
 * @param onKept a chunk is safe on this device
 * @param onFail the store or the recorder refuses
 * @returns null where the browser cannot record sound
 */
export function startCopy(
  callId: string,
  track: MediaStreamTrack,
  store: CopyStore,
  { onKept, onFail }: { onKept: () => void; onFail: (error: unknown) => void },
): Copying | null {
  const mimeType = MIMES.find((mime) => MediaRecorder.isTypeSupported(mime));
  if (mimeType === undefined) return null;
  const recorder = new MediaRecorder(new MediaStream([track]), {
    mimeType,
    audioBitsPerSecond: BITS_PER_SECOND,
  });
  const part = crypto.randomUUID();
  let t0 = Date.now();
  let from = t0;
  let seq = 0;
  let isDiscarded = false;
  recorder.onstart = () => {
    t0 = Date.now();
    from = t0;
  };
  recorder.onerror = onFail;
  // One after the other: the order of a part is the order it was heard in.
  let kept = Promise.resolve();
  recorder.ondataavailable = ({ data }) => {
    if (data.size === 0 || isDiscarded) return;
    const to = Date.now();
    const own = { callId, part, seq: seq++, t0, from, to, mime: data.type || mimeType };
    from = to;
    kept = kept
      .then(async () => store.put({ ...own, bytes: await data.arrayBuffer() }))
      .then(onKept, onFail);
  };
  recorder.start(CHUNK_MS);
  return {
    stop(keepsTail) {
      isDiscarded = !keepsTail;
      if (recorder.state !== "inactive") recorder.stop();
    },
  };
}

const sendChunk: SendChunk = async (chunk) => {
  const headers = {
    "Content-Type": chunk.mime,
    "X-Sha256": await sha256(chunk.bytes),
    "X-Part-T0": String(chunk.t0),
    "X-Chunk-From": String(chunk.from),
    "X-Chunk-To": String(chunk.to),
    // With it the server can tell how wrong this device's clock is.
    "X-Sent-At": String(Date.now()),
  };
  const answer = await fetch(paths.localCopy(chunk.callId, chunk.part, chunk.seq), {
    method: "PUT",
    body: chunk.bytes,
    headers,
    keepalive: chunk.bytes.byteLength < KEEPALIVE_BYTES,
    signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
  }).catch(() => null);
  return answer?.status ?? null;
};

export async function sha256(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export type Sender = {
  /** There may be something to send. */
  wake: () => void;
  close: () => void;
};

/**
 * Sends whatever the store holds, one tab at a time, again and again until it is empty.
 * @param onPending how many chunks still wait
 */
export const openSender = (store: CopyStore, onPending: (count: number) => void): Sender =>
  openDrain("parley-safety-copy", async () => {
    const result = await drainCopies(store, sendChunk);
    onPending(await store.count());
    return result;
  });

/**
 * Drains when it is woken, one tab of the browser at a time, and again after ever longer waits while something is left.
 * @param lock name of what the tabs share
 */
export function openDrain(lock: string, drainOnce: () => Promise<Drained>): Sender {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let work: Promise<void> | null = null;
  let isAgain = false;
  let isClosed = false;

  async function drain(): Promise<void> {
    const result = await navigator.locks.request(lock, drainOnce);
    if (result === "empty") {
      failures = 0;
      return;
    }
    const wait = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0;
    failures += 1;
    if (!isClosed) timer = setTimeout(wake, wait);
  }

  function wake(): void {
    if (isClosed) return;
    isAgain = work !== null;
    if (work !== null) return;
    clearTimeout(timer);
    work = drain()
      // A store that cannot be read is told by whoever writes to it.
      .catch(() => undefined)
      .finally(() => {
        work = null;
        if (isAgain) wake();
      });
  }

  addEventListener("online", wake);
  return {
    wake,
    close() {
      isClosed = true;
      clearTimeout(timer);
      removeEventListener("online", wake);
    },
  };
}
