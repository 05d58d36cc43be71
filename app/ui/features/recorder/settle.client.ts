import type { PieceStore, Session } from "./piece-store.client.ts";
import { isSettledBy, postRecorder } from "./post-recorder.ts";

export type SettlerOf = {
  /** It is recorded right now. */
  isRunning: (recordingId: string) => boolean;
  /** The server has ended it, or discarded it; published: it is a call, though it was to be discarded. */
  onSettled: (session: Session, isPublished: boolean) => void;
  /** What the server said when it was asked; null: nothing. */
  onAnswer: (recordingId: string, status: number | null) => void;
};

/**
 * Ends recordings that were stopped as soon as nothing of them waits on this device, one after the other, however often
 * it is asked meanwhile.
 * @returns asks for it; false where something is left that another time may end
 */
export function openSettler(store: PieceStore, of: SettlerOf): () => Promise<boolean> {
  let work: Promise<boolean> = Promise.resolve(true);
  return () => {
    work = work.catch(() => false).then(() => settleAll(store, of));
    return work;
  };
}

async function settleAll(
  store: PieceStore,
  { isRunning, onSettled, onAnswer }: SettlerOf,
): Promise<boolean> {
  const stopped = (await store.sessions()).filter(
    ({ isStopped, recordingId }) => isStopped && !isRunning(recordingId),
  );
  if (stopped.length === 0) return true;
  const waiting = await store.waiting();
  let isAll = true;
  for (const left of stopped) {
    if (!left.isDiscarded && waiting.has(left.recordingId)) continue;
    const { recordingId, lengthMs, timeline, isPartial, why = "stopped" } = left;
    const answer = left.isDiscarded
      ? await postRecorder("discard", { recordingId })
      : await postRecorder("finish", {
          ...{ recordingId, lengthMs: String(lengthMs), isPartial: String(isPartial), why },
          timeline: JSON.stringify(timeline),
        });
    onAnswer(recordingId, answer?.status ?? null);
    if (answer === null || answer.status >= 500) return false;
    if (!isSettledBy(answer.status)) {
      // Another member is signed in, or it was refused: the others do not wait for it.
      isAll = false;
      continue;
    }
    await store.removeAll(recordingId);
    onSettled(left, left.isDiscarded && answer.status === 409);
  }
  return isAll;
}
