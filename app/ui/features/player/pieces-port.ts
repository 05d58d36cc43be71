import type { RangeMs } from "#app/core/domain/views.ts";
import type { MediaPort } from "./player-store.ts";

/** Sound that stops so little before a piece ends is at its end. */
const NEAR_MS = 15;

/**
 * Pieces of a sound as one sound of their own, heard one after the other: `currentTime` and `duration` are those of the
 * pieces together, in seconds. Whoever plays it asks for the time again and again, and so leads it from piece to piece.
 * @param pieces at least one, ms of `element`
 */
export function piecesPort(element: MediaPort, pieces: readonly RangeMs[]): MediaPort {
  const starts: number[] = [];
  let wholeMs = 0;
  for (const { t0Ms, t1Ms } of pieces) {
    starts.push(wholeMs);
    wholeMs += t1Ms - t0Ms;
  }
  let at = 0;
  const pieceAt = (n: number): RangeMs => pieces[n] ?? { t0Ms: 0, t1Ms: 0 };
  const onward = () => {
    while (at + 1 < pieces.length && element.currentTime * 1_000 >= pieceAt(at).t1Ms - NEAR_MS) {
      at += 1;
      element.currentTime = pieceAt(at).t0Ms / 1_000;
    }
  };
  const timeMs = () => {
    if (!element.paused) onward();
    const { t0Ms, t1Ms } = pieceAt(at);
    const inside = Math.min(t1Ms, Math.max(t0Ms, element.currentTime * 1_000)) - t0Ms;
    // What is left of the last piece is no sound: it is over.
    const isOver = at + 1 === pieces.length && inside >= t1Ms - t0Ms - NEAR_MS;
    return isOver ? wholeMs : (starts[at] ?? 0) + inside;
  };
  return {
    get currentTime() {
      return timeMs() / 1_000;
    },
    set currentTime(seconds) {
      const ms = Math.min(wholeMs, Math.max(0, seconds * 1_000));
      at = Math.max(
        0,
        starts.findLastIndex((start) => start <= ms),
      );
      element.currentTime = (pieceAt(at).t0Ms + ms - (starts[at] ?? 0)) / 1_000;
    },
    get duration() {
      return wholeMs / 1_000;
    },
    get paused() {
      return element.paused;
    },
    get src() {
      return element.src;
    },
    set src(src) {
      element.src = src;
    },
    get muted() {
      return element.muted;
    },
    set muted(isMuted) {
      element.muted = isMuted;
    },
    get volume() {
      return element.volume;
    },
    set volume(volume) {
      element.volume = volume;
    },
    get playbackRate() {
      return element.playbackRate;
    },
    set playbackRate(rate) {
      element.playbackRate = rate;
    },
    get preservesPitch() {
      return element.preservesPitch;
    },
    set preservesPitch(isKept) {
      element.preservesPitch = isKept;
    },
    play: () => element.play(),
    pause: () => element.pause(),
    addEventListener: element.addEventListener.bind(element),
    removeEventListener: element.removeEventListener.bind(element),
  };
}
