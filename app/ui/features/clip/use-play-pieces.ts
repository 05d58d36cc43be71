import { useCallback, useEffect, useRef, useState } from "react";
import type { RangeMs } from "#app/core/domain/views.ts";
import { usePlayer } from "#app/ui/features/player/player-context.tsx";

/** So near its end a piece counts as heard. */
const END_MS = 60;

/** Plays pieces of the call one after the other, on the call's clock. @returns which one plays, null for none */
export function usePlayPieces(): {
  playing: number | null;
  playFrom: (pieces: readonly RangeMs[], at: number, isAlone?: boolean) => void;
} {
  const store = usePlayer();
  const [playing, setPlaying] = useState<number | null>(null);
  const queue = useRef<{ pieces: readonly RangeMs[]; at: number } | null>(null);
  const playAt = useCallback(
    (pieces: readonly RangeMs[], at: number) => {
      const piece = pieces[at];
      queue.current = null;
      setPlaying(piece ? at : null);
      if (!piece) return;
      store.range({ t0Ms: piece.t0Ms, t1Ms: piece.t1Ms });
      store.play();
      queue.current = { pieces, at };
    },
    [store],
  );
  useEffect(
    () =>
      store.subscribe(() => {
        const now = queue.current;
        if (now === null) return;
        const { isPlaying, range } = store.get();
        const piece = now.pieces[now.at];
        // Something else is played since: the pieces after it are not asked for any more.
        if (piece === undefined || range?.t0Ms !== piece.t0Ms || range.t1Ms !== piece.t1Ms) {
          queue.current = null;
          setPlaying(null);
          return;
        }
        // A pause goes on with the next press; it is over only at the end.
        if (isPlaying || store.positionMs() < piece.t1Ms - END_MS) return;
        queue.current = null;
        setTimeout(() => playAt(now.pieces, now.at + 1), 0);
      }),
    [store, playAt],
  );
  return {
    playing,
    playFrom: useCallback(
      (pieces, at, isAlone = false) =>
        isAlone ? playAt(pieces.slice(0, at + 1), at) : playAt(pieces, at),
      [playAt],
    ),
  };
}
