import { useCallback, useEffect, useRef } from "react";

/**
 * Read in the clean-up of an effect that stands after it: whether the whole component goes, or only that
 * effect runs anew.
 */
export function usePageGoing(): () => boolean {
  const isGoing = useRef(false);
  useEffect(() => {
    isGoing.current = false;
    return () => {
      isGoing.current = true;
    };
  }, []);
  return useCallback(() => isGoing.current, []);
}
