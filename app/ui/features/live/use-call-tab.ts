import { useCallback, useEffect, useState } from "react";

/**
 * Whether this tab holds the microphone of a call: `asking` before the browser answered, `elsewhere`
 * while another tab of this browser has it.
 */
export type CallTab = { place: "asking" | "here" | "elsewhere"; takeOver: () => void };

/**
 * One tab of a browser owns a call. A Web Lock decides it: the browser gives it back by itself when a tab
 * closes or crashes, and taking over steals it, which the other tab is told.
 */
export function useCallTab(callId: string, isWanted: boolean): CallTab {
  const [place, setPlace] = useState<CallTab["place"]>("asking");
  const [thefts, setThefts] = useState(0);
  useEffect(() => {
    if (!isWanted) return undefined;
    const name = `parley-call:${callId}`;
    let letGo: () => void = () => undefined;
    let isOver = false;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const hold = (lock: Lock | null) => {
      if (lock === null || isOver) return undefined;
      setPlace("here");
      return held;
    };
    const take = async () => {
      if (thefts > 0) await navigator.locks.request(name, { steal: true }, hold);
      else {
        const isFree = await navigator.locks.request(name, { ifAvailable: true }, (lock) => {
          if (lock !== null) return hold(lock);
          setPlace("elsewhere");
          return false;
        });
        // The other tab may close: then the call is ours without a word.
        if (isFree === false && !isOver) await navigator.locks.request(name, hold);
      }
    };
    take().catch(() => {
      // Stolen by another tab.
      if (!isOver) setPlace("elsewhere");
    });
    return () => {
      isOver = true;
      letGo();
    };
  }, [callId, isWanted, thefts]);
  const takeOver = useCallback(() => setThefts((before) => before + 1), []);
  return { place, takeOver };
}

const KEY = "parley:tab";

/** A name for this tab that a reload keeps, so that coming back is not another person. */
export function tabId(): string {
  try {
    const kept = sessionStorage.getItem(KEY);
    if (kept !== null) return kept;
    const made = crypto.randomUUID();
    sessionStorage.setItem(KEY, made);
    return made;
  } catch {
    // Storage is closed to us: a name for as long as the page lives.
    return crypto.randomUUID();
  }
}
