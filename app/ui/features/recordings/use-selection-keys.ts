import { type RefObject, useEffect } from "react";
import type { Selection } from "./selection.tsx";

type Pressed = Pick<
  KeyboardEvent,
  "target" | "key" | "shiftKey" | "altKey" | "ctrlKey" | "metaKey" | "isComposing"
>;
const BOX = "input[name=callIds]";
/** What can be pressed first in the bar. */
const BAR = "[data-bulk-bar] [aria-haspopup]";

/**
 * The keys of a list whose calls are selected, while the focus is in it: X takes the row's call in or out, arrows step
 * from box to box, with Shift they take the next one in, Ctrl+A is the page, B goes on to the bar and Escape, there too,
 * takes all out.
 * @param onCleared the focus may have been on what is gone then
 */
export function useSelectionKeys(
  list: RefObject<HTMLElement>,
  { picked, isAll, press, pressPage, clear, page, isPicked }: Selection,
  onCleared: () => void,
): void {
  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    /** What a key does here; null: nothing. */
    const deedOf = ({ target, key, shiftKey, ...event }: Pressed): (() => void) | null => {
      if (!(target instanceof HTMLElement) || event.isComposing || isTyping(target)) return null;
      const isUsed = isAll || picked.size > 0;
      const box = boxOf(target);
      if (key === "Escape")
        return isUsed
          ? () => {
              clear();
              if (box === null) onCleared();
            }
          : null;
      if (box === null || event.altKey) return null;
      const isBox = target === box;
      if (event.ctrlKey || event.metaKey)
        return key.toLowerCase() === "a" && isBox && page !== "all" ? pressPage : null;
      if (key.toLowerCase() === "b" && isUsed) {
        const first = element.querySelector<HTMLElement>(BAR);
        return first === null ? null : () => first.focus();
      }
      if (key.toLowerCase() === "x") return () => press(box.value, shiftKey);
      const step = { ArrowDown: 1, ArrowUp: -1 }[key];
      const boxes = [...element.querySelectorAll<HTMLInputElement>(BOX)];
      const next = boxes[boxes.indexOf(box) + (step ?? 0)];
      if (step === undefined || next === undefined || !(isBox || shiftKey)) return null;
      return () => {
        next.focus();
        for (const one of shiftKey ? [box, next] : [])
          if (!isPicked(one.value)) press(one.value, false);
      };
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key, shiftKey, altKey, ctrlKey, metaKey, isComposing } = event;
      const deed = deedOf({ target, key, shiftKey, altKey, ctrlKey, metaKey, isComposing });
      if (deed === null) return;
      event.preventDefault();
      deed();
    };
    element.addEventListener("keydown", onKeyDown);
    return () => element.removeEventListener("keydown", onKeyDown);
  });
}

function boxOf(target: HTMLElement): HTMLInputElement | null {
  const row = target.closest("tr, li");
  // What was found in a call is in a row of its own, under the one with the box.
  const call = row?.matches("[data-found]") === true ? row.previousElementSibling : row;
  return call?.querySelector<HTMLInputElement>(BOX) ?? null;
}

const isTyping = (target: HTMLElement): boolean =>
  target.matches("input:not([type=checkbox]), textarea, select, [contenteditable=true]");
