import { useCallback } from "react";
import { paths } from "#app/paths.ts";

/** The page's own address at a time of the call. */
export function useHrefAt(callId: string): (ms: number) => string {
  return useCallback(
    (ms: number) => paths.playback(callId, { t: Math.floor(ms / 1000) }),
    [callId],
  );
}
