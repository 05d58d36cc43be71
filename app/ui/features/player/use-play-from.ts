import { useCallback } from "react";
import { usePlayer } from "./player-context.tsx";

/** Goes to a place of the call and plays it: what every citation beside the player does. */
export function usePlayFrom(): (ms: number) => void {
  const store = usePlayer();
  return useCallback(
    (ms) => {
      store.seek(ms);
      store.play();
    },
    [store],
  );
}
