import { useEffect } from "react";
import { useRevalidate } from "#app/ui/browser/use-revalidate.ts";

const AGAIN_MS = 3_000;

/** Asks again while files are being made: a clip is done in seconds, and no stream tells of it. */
export function useWhileMaking(isMaking: boolean): void {
  const revalidate = useRevalidate();
  useEffect(() => {
    if (!isMaking) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") revalidate();
    }, AGAIN_MS);
    return () => clearInterval(timer);
  }, [isMaking, revalidate]);
}
