import { type RefObject, useEffect } from "react";
import type { Selection } from "./selection.tsx";

type Pressed = Pick<
  KeyboardEvent,
  "target" | "key" | "shiftKey" | "altKey" | "ctrlKey" | "metaKey" | "isComposing"
>;
const BOX = "input[name=callIds]";

/**
 * The keys of a list whose calls are selected, while the focus is in it: X takes the row's call in or out, arrows step
 * from box to box, with Shift they take the next one in, Ctrl+A is the page and Escape nothing.
 */
export function useSelectionKeys(
  list: RefObject<HTMLElement>,
  { picked, isAll, press, pressPage, clear, page, isPicked }: Selection,
): void {
  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    /** What a key does here; null: nothing. */
    const deedOf = ({ target, key, shiftKey, ...event }: Pressed): (() => void) | null => {
      if (!(target instanceof HTMLElement) || event.isComposing || isTyping(target)) return null;
      if (key === "Escape") return isAll || picked.size > 0 ? clear : null;
      const box = boxOf(target);
      if (box === null || event.altKey) return null;
      const isBox = target === box;
      if (event.ctrlKey || event.metaKey)
        return key.toLowerCase() === "a" && isBox && page !== "all" ? pressPage : null;
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

const boxOf = (target: HTMLElement): HTMLInputElement | null =>
  target.closest("tr, li")?.querySelector<HTMLInputElement>(BOX) ?? null;

const isTyping = (target: HTMLElement): boolean =>
  target.matches("input:not([type=checkbox]), textarea, select, [contenteditable=true]");
