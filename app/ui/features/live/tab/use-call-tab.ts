import { useCallback, useEffect, useState } from "react";
import { readStored, writeStored } from "#app/ui/browser/storage.ts";
import { createHandOver } from "./hand-over.ts";
import { usePageGoing } from "./use-page-going.ts";

/**
 * Whether this tab holds the microphone of a call: `asking` before the browser answered, `elsewhere`
 * while another tab of this browser has it.
 */
export type CallTab = {
  place: "asking" | "here" | "elsewhere";
  /** Another tab takes the call over; this one is heard until that one is. */
  isStolen: boolean;
  takeOver: () => void;
};
/** So long a tab goes on after another took the call; the other one has it put out as soon as it is heard itself. */
const GOES_ON_MS = 4_000;

/** A lock this tab has, whichever of its screens looks after it. */
type HeldLock = { letGo: () => void; onStolen: () => void };
const locks = createHandOver<HeldLock>(({ letGo }) => letGo());

/**
 * One tab of a browser owns a call. A Web Lock decides it: the browser gives it back by itself when a tab
 * closes or crashes, and taking over steals it, which the other tab is told. Going to another screen of the
 * same tab hands the lock on.
 */
export function useCallTab(callId: string, isWanted: boolean): CallTab {
  const [place, setPlace] = useState<CallTab["place"]>("asking");
  const [isStolen, setStolen] = useState(false);
  const [thefts, setThefts] = useState(0);
  const isGoing = usePageGoing();
  useEffect(() => {
    if (!isWanted) return undefined;
    const name = `parley-call:${callId}`;
    let goesOn: ReturnType<typeof setTimeout> | undefined;
    const onStolen = () => {
      setStolen(true);
      goesOn = setTimeout(() => setPlace("elsewhere"), GOES_ON_MS);
    };
    setStolen(false);
    let held = locks.take(name);
    let isOver = false;
    if (held === null) {
      void askForLock(name, thefts > 0, {
        onHeld(lock) {
          if (isOver) lock.letGo();
          else {
            held = lock;
            lock.onStolen = onStolen;
            setPlace("here");
          }
        },
        onElsewhere: () => {
          if (!isOver) setPlace("elsewhere");
        },
      });
    } else {
      held.onStolen = onStolen;
      setPlace("here");
    }
    return () => {
      isOver = true;
      clearTimeout(goesOn);
      if (held === null) return;
      held.onStolen = () => undefined;
      if (isGoing()) locks.leave(name, held);
      else held.letGo();
    };
  }, [callId, isWanted, thefts, isGoing]);
  const takeOver = useCallback(() => setThefts((before) => before + 1), []);
  return { place, isStolen, takeOver };
}

type Answers = { onHeld: (lock: HeldLock) => void; onElsewhere: () => void };

/** Asks until the lock is ours: at once by theft, else when the other tab lets it go. */
async function askForLock(name: string, isTheft: boolean, answers: Answers): Promise<void> {
  let letGo: () => void = () => undefined;
  const untilLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const own: HeldLock = { letGo: () => letGo(), onStolen: () => undefined };
  const hold = () => {
    answers.onHeld(own);
    return untilLetGo;
  };
  try {
    if (isTheft) await navigator.locks.request(name, { steal: true }, hold);
    else {
      const isFree = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
        if (lock === null) return false;
        await hold();
        return true;
      });
      if (isFree) return;
      answers.onElsewhere();
      // The other tab may close: then the call is ours without a word.
      await navigator.locks.request(name, hold);
    }
  } catch {
    own.onStolen();
  }
}

const KEY = "parley:tab";
let made: string | null = null;

/** A name for this tab that a reload keeps, so that coming back is not another person. */
export function tabId(): string {
  const kept = readStored("session", KEY) ?? made;
  if (kept !== null) return kept;
  // Where storage is closed to us: a name for as long as the page lives.
  made = crypto.randomUUID();
  writeStored("session", KEY, made);
  return made;
}
