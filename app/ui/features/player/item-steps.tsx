import { SkipBack, SkipForward } from "lucide-react";
import { useCallback, useEffect, useMemo } from "react";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { useKeyAction } from "./key-actions.tsx";
import type { PageKey } from "./keys.ts";

const NEXT = "page.nextItem";
const PREVIOUS = "page.previousItem";

/** Names of the ways through a list; `done` says why there is none further. */
export type StepTexts = { next: string; previous: string; done: string };

/** The keys of a player that plays a list, for the page's sheet. */
export function useItemKeys({ next, previous }: StepTexts): readonly PageKey[] {
  return useMemo(
    () => [
      {
        ...{ action: NEXT, label: next },
        ...{ strokes: [{ key: "N", shift: true }], caps: ["Shift", "N"] },
      },
      {
        ...{ action: PREVIOUS, label: previous },
        ...{ strokes: [{ key: "P", shift: true }], caps: ["Shift", "P"] },
      },
    ],
    [next, previous],
  );
}

type Props = {
  texts: StepTexts;
  /** What comes before and after the one that is played; undefined at the ends. */
  before: string | undefined;
  after: string | undefined;
  onMove: (id: string) => void;
  size?: "small" | "control";
};

/** To the one before and the one after. */
export function ItemSteps({ texts, before, after, onMove, size = "small" }: Props) {
  const back = useCallback(() => {
    if (before !== undefined) onMove(before);
  }, [before, onMove]);
  const on = useCallback(() => {
    if (after !== undefined) onMove(after);
  }, [after, onMove]);
  useMediaSteps(back, on);
  return (
    <>
      <IconButton
        {...{ icon: SkipBack, label: texts.previous, size }}
        disabledReason={before === undefined ? texts.previous : undefined}
        onClick={back}
      />
      <IconButton
        {...{ icon: SkipForward, label: texts.next, size }}
        disabledReason={after === undefined ? texts.done : undefined}
        onClick={on}
      />
    </>
  );
}

/** The same by the keyboard, inside the player's keys. */
export function useItemStepKeys({ before, after, onMove }: Omit<Props, "texts" | "size">): void {
  useKeyAction(NEXT, () => {
    if (after !== undefined) onMove(after);
  });
  useKeyAction(PREVIOUS, () => {
    if (before !== undefined) onMove(before);
  });
}

/** The lock screen and headphones go from item to item as well. */
function useMediaSteps(back: () => void, on: () => void): void {
  useEffect(() => {
    if (!("mediaSession" in navigator)) return undefined;
    navigator.mediaSession.setActionHandler("nexttrack", on);
    navigator.mediaSession.setActionHandler("previoustrack", back);
    return () => {
      navigator.mediaSession.setActionHandler("nexttrack", null);
      navigator.mediaSession.setActionHandler("previoustrack", null);
    };
  }, [back, on]);
}
