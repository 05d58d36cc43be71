import { focusPlace } from "./keys.ts";

/** For so long a key that opens a field waits for it: what is drawn slower than this has failed. */
const WAITS_MS = 3_000;

/**
 * Keeps what is typed between the key that opens a field and the field being ready, and puts it there: a fast hand must
 * lose no letter, and none of them may do what it does on the page.
 */
export function createTypedAhead() {
  let waiting: { text: string; until: number; isThere: boolean } | null = null;
  const insert = () => {
    const text = waiting?.text ?? "";
    waiting = null;
    if (text === "" || focusPlace(document.activeElement) !== "typing") return;
    // oxlint-disable-next-line typescript/no-deprecated -- nothing else types as a person does: undo and listeners see it
    document.execCommand("insertText", false, text);
  };
  return {
    begin: () => {
      waiting = { text: "", until: performance.now() + WAITS_MS, isThere: false };
    },
    /** @returns whether the key was kept, and is nobody else's */
    keep: (event: KeyboardEvent): boolean => {
      if (waiting === null || event.isComposing) return false;
      if (!waiting.isThere && focusPlace(event.target) === "typing") return false;
      const isSign = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isSign || performance.now() > waiting.until) {
        if (event.key !== "Shift") insert();
        return false;
      }
      waiting.text += event.key;
      return true;
    },
    /** Somewhere has the focus now; what it held before is still being taken out of it in this moment. */
    arrive: (target: EventTarget | null) => {
      if (waiting === null || waiting.isThere || focusPlace(target) !== "typing") return;
      waiting.isThere = true;
      requestAnimationFrame(insert);
    },
  };
}
