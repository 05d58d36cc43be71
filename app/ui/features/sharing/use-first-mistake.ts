import { useEffect, useRef } from "react";
import type { ShareAnswer } from "./share-answer.ts";

/** Goes to the first field that was refused, and opens what it is folded into. */
export function useFirstMistake(answer: ShareAnswer | undefined) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (answer?.error == null) return;
    const field = form.current?.querySelector<HTMLElement>("[aria-invalid=true]") ?? null;
    const folded = field?.closest("details") ?? null;
    if (folded !== null) folded.open = true;
    field?.focus();
  }, [answer]);
  return form;
}
