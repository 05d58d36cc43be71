import type { Piece, PieceSource } from "./piece-store.client.ts";

const PIECE_MS = 2_000;
/** Half of what the server takes, so that a piece is sent again within its time on a slow line. */
const MOST_BYTES = 512 * 1024;
const SOUND = ["audio/webm;codecs=opus", "audio/mp4;codecs=opus", "audio/mp4"];
const PICTURE = ["video/webm;codecs=vp8", "video/webm", "video/mp4"];
const SOUND_BITS = 48_000;
const PICTURE_BITS = 1_500_000;

/** Whether this browser can record at all. */
export const canRecord = (): boolean =>
  typeof MediaRecorder !== "undefined" && SOUND.some((mime) => MediaRecorder.isTypeSupported(mime));

export type RunsOf = {
  recordingId: string;
  callId: string;
  /** Ms of the call, now. */
  nowMs: () => number;
  /** Each piece in the order it was heard in; a rejection ends the recording. */
  onPiece: (piece: Piece) => Promise<void>;
  onFail: (error: unknown) => void;
};
export type Runs = {
  /** A source that is there again, or in the place of what it was: a run of its own from now on. */
  replace: (source: PieceSource, stream: MediaStream) => void;
  /** Ends all of them; resolves when their last pieces are handed over. */
  stop: () => Promise<void>;
};

/** Records several sources at once, each as a run of its own, two seconds a piece; all begin at the same moment. */
export function startRuns(streams: Map<PieceSource, MediaStream>, of: RunsOf): Runs {
  const partMs = Math.max(0, Math.round(of.nowMs()));
  const stops = new Map<PieceSource, () => Promise<void>>();
  /** Runs that were replaced, until their last pieces are handed over. */
  let before: Promise<void> = Promise.resolve();
  const begin = (source: PieceSource, stream: MediaStream, fromMs: number): void => {
    const mimeType = (source === "screen" ? PICTURE : SOUND).find((mime) =>
      MediaRecorder.isTypeSupported(mime),
    );
    if (mimeType !== undefined)
      stops.set(source, startRun({ source, stream, mimeType, partMs: fromMs }, of));
  };
  for (const [source, stream] of streams) begin(source, stream, partMs);
  return {
    replace(source, stream) {
      const ended = stops.get(source)?.();
      before = Promise.all([before, ended]).then(() => undefined);
      begin(source, stream, Math.max(0, Math.round(of.nowMs())));
    },
    stop: async () => {
      await Promise.all([before, ...[...stops.values()].map((stop) => stop())]);
    },
  };
}

type Run = { source: PieceSource; stream: MediaStream; mimeType: string; partMs: number };

function startRun({ source, stream, mimeType, partMs }: Run, of: RunsOf): () => Promise<void> {
  const recorder = new MediaRecorder(stream, {
    mimeType,
    ...(source === "screen"
      ? { videoBitsPerSecond: PICTURE_BITS }
      : { audioBitsPerSecond: SOUND_BITS }),
  });
  const part = crypto.randomUUID();
  const { recordingId, callId } = of;
  let seq = 0;
  let handed = Promise.resolve();
  const ended = new Promise<void>((resolve) => {
    recorder.onstop = () => resolve();
  });
  recorder.onerror = of.onFail;
  recorder.ondataavailable = ({ data }) => {
    const own = {
      ...{ callId, recordingId, part, source, partMs, t0: Date.now() },
      ...{ toMs: Math.max(partMs, Math.round(of.nowMs())), mime: data.type || mimeType },
    };
    // What a busy picture gives at once may be more than the server takes in one piece.
    for (let from = 0; from < data.size; from += MOST_BYTES) {
      const bytes = data.slice(from, from + MOST_BYTES);
      const at = { ...own, seq: seq++ };
      // One after the other: their order is the order of the bytes.
      handed = handed.then(async () => of.onPiece({ ...at, bytes: await bytes.arrayBuffer() }));
    }
    handed.catch(of.onFail);
  };
  recorder.start(PIECE_MS);
  return async () => {
    if (recorder.state === "inactive") return handed.catch(() => undefined);
    recorder.stop();
    await ended;
    await handed.catch(() => undefined);
  };
}
