import { paths } from "#app/paths.ts";
import { drainCopies, ORIGINALS } from "#app/ui/features/capture/copy-drain.ts";
import { openDrain, type Sender, sha256 } from "#app/ui/features/capture/local-copy.client.ts";
import type { Piece, PieceStore } from "./piece-store.client.ts";

/** As well as taken: nothing of it is to be sent, or kept. */
const GONE = 204;
const LOCK = "parley-recorder-send";
const TIMEOUT_MS = 15_000;
/** Bodies that may outlive their page; a browser allows 64 KB for all of them together. */
const KEEPALIVE_BYTES = 50_000;

type Sent = {
  /** The HTTP status, null where there was no answer. */
  status: number | null;
  /** Its recording was thrown away, here or elsewhere. */
  isDiscarded: boolean;
};

/** Sends one piece. */
export async function sendPiece(piece: Piece): Promise<Sent> {
  const { recordingId, part, seq, source, partMs, toMs, mime, bytes } = piece;
  const headers = {
    "Content-Type": mime,
    "X-Sha256": await sha256(bytes),
    "X-Source": source,
    "X-Part-Ms": String(partMs),
    "X-To-Ms": String(toMs),
  };
  const answer = await fetch(paths.recorderPiece(recordingId, part, seq), {
    method: "PUT",
    ...{ body: bytes, headers, keepalive: bytes.byteLength < KEEPALIVE_BYTES },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  const isDiscarded = answer?.status === 410 && saysDiscarded(await answer.text().catch(() => ""));
  return { status: answer?.status ?? null, isDiscarded };
}

const saysDiscarded = (body: string): boolean => body.includes('"discarded"');

/**
 * Sends what this device holds, oldest first; nothing is thrown away before the server has it.
 * @param onSent after each answer: the piece and its status, null without one
 * @param onDrained nothing is left, but for what cannot be sent now; false: something else is, try again later
 */
export const openPieceSender = (
  store: PieceStore,
  onSent: (piece: Piece, status: number | null) => void,
  onDrained: () => Promise<boolean>,
): Sender =>
  openDrain(LOCK, async () => {
    const result = await drainCopies<Piece>(
      store,
      async (piece) => {
        const { status, isDiscarded } = await sendPiece(piece);
        onSent(piece, status);
        if (isDiscarded) await store.removeAll(piece.recordingId);
        return isDiscarded ? GONE : status;
      },
      Date.now,
      ORIGINALS,
    );
    return (await onDrained()) ? result : "later";
  });
