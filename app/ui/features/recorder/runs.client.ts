import type { Piece, PieceSource } from "./piece-store.client.ts";

const PIECE_MS = 2_000;
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
  /** Ends all of them; resolves when their last pieces are handed over. */
  stop: () => Promise<void>;
};

/** Records several sources at once, each as a run of its own, two seconds a piece; all begin at the same moment. */
export function startRuns(streams: Map<PieceSource, MediaStream>, of: RunsOf): Runs {
  const partMs = Math.max(0, Math.round(of.nowMs()));
  const stops = [...streams].flatMap(([source, stream]) => {
    const mimeType = (source === "screen" ? PICTURE : SOUND).find((mime) =>
      MediaRecorder.isTypeSupported(mime),
    );
    return mimeType === undefined ? [] : [startRun({ source, stream, mimeType, partMs }, of)];
  });
  return {
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
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
    if (data.size === 0) return;
    const own = {
      ...{ callId, recordingId, part, seq: seq++, source, partMs, t0: Date.now() },
      ...{ toMs: Math.max(partMs, Math.round(of.nowMs())), mime: data.type || mimeType },
    };
    // One after the other: behind a piece that is missing nothing can be placed.
    handed = handed.then(async () => of.onPiece({ ...own, bytes: await data.arrayBuffer() }));
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
