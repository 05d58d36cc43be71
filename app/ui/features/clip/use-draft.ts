import { useCallback, useState } from "react";
import type { Draft } from "./draft.ts";

const MOST_BEFORE = 50;
/** `typed`: the field that was typed in to get here; null for any other change. */
type Step = { draft: Draft; typed: "title" | "card" | null };

/** What is changed and not saved, with the way back: a step for each change, and one for all that is typed in a row. */
export function useDraft(kept: Draft) {
  const [past, setPast] = useState<readonly Step[]>([{ draft: kept, typed: null }]);
  const draft = past.at(-1)?.draft ?? kept;
  return {
    draft,
    change: useCallback((part: Partial<Draft>) => {
      setPast((before) => {
        const last = before.at(-1);
        if (last === undefined) return before;
        const next = { draft: { ...last.draft, ...part }, typed: typedIn(part, last.draft) };
        const isOn = next.typed !== null && next.typed === last.typed;
        return [...(isOn ? before.slice(0, -1) : before), next].slice(-MOST_BEFORE);
      });
    }, []),
    undo: useCallback(
      () => setPast((before) => (before.length > 1 ? before.slice(0, -1) : before)),
      [],
    ),
    canUndo: past.length > 1,
  };
}

function typedIn(part: Partial<Draft>, before: Draft): Step["typed"] {
  const [name, ...more] = Object.keys(part);
  if (more.length > 0) return null;
  if (name === "title") return "title";
  // Switched on or off it is a step of its own.
  const isTyped = typeof part.card === "string" && before.card !== null;
  return name === "card" && isTyped ? "card" : null;
}
