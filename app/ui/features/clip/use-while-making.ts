import { useEffect } from "react";
import type { ClipState } from "#app/core/domain/clip/clip-views.ts";
import { useRevalidate } from "#app/ui/browser/use-revalidate.ts";

/** A clip is done in seconds, and no stream says so; one that takes longer, or waits for a part, is asked for less often. */
const SOON_MS = 3_000;
const TIMES = 20;
const LATER_MS = 15_000;

type Made = {
  state: ClipState;
  isWithdrawn: boolean;
  /** The files it is kept as, where they are shown. */
  kept?: { state: ClipState };
};

/** Whether files of a clip, or of a card in a list, are on their way. */
export const isBeingMade = ({ state, isWithdrawn, kept }: Made): boolean =>
  !isWithdrawn && (state === "making" || kept?.state === "making");

/** Asks again while files are being made. */
export function useWhileMaking(isMaking: boolean): void {
  const revalidate = useRevalidate();
  useEffect(() => {
    if (!isMaking) return undefined;
    let times = 0;
    let timer = setTimeout(ask, SOON_MS);
    function ask(): void {
      if (document.visibilityState === "visible") {
        revalidate();
        times += 1;
      }
      timer = setTimeout(ask, times < TIMES ? SOON_MS : LATER_MS);
    }
    return () => clearTimeout(timer);
  }, [isMaking, revalidate]);
}
