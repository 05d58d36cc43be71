import type { KeyboardEvent } from "react";

/** Keys of a list of changes, heard while one of its rows has the focus. */
const ACTS: Record<string, readonly string[]> = {
  a: ["accept"],
  e: ["edit"],
  r: ["reject"],
  u: ["revert", "propose_again"],
};

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement &&
  target.closest("input, textarea, select, [role=dialog]") !== null;

/**
 * ↑ ↓ go from row to row, Space plays what a change comes from, A E R U press its buttons. They stop here: the page
 * around has keys of its own.
 */
export function onRowKeys(
  event: KeyboardEvent<HTMLElement>,
  onPlay: (writeId: string) => void,
): void {
  const { key, target, currentTarget, metaKey, ctrlKey, altKey } = event;
  if (metaKey || ctrlKey || altKey || event.nativeEvent.isComposing || isTyping(target)) return;
  const rows = [...currentTarget.querySelectorAll<HTMLElement>("[data-row]")];
  const row = target instanceof HTMLElement ? target.closest<HTMLElement>("[data-row]") : null;
  if (row === null) return;
  const at = rows.indexOf(row);
  const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  const isButton = target instanceof HTMLElement && target.closest("button, a") !== null;
  if (step !== 0) rows[at + step]?.focus();
  else if (key === " " && !isButton) onPlay(row.dataset["row"] ?? "");
  else if (!press(row, key.toLowerCase())) return;
  event.preventDefault();
  event.stopPropagation();
  event.nativeEvent.stopImmediatePropagation();
}

function press(row: HTMLElement, key: string): boolean {
  const acts = Object.hasOwn(ACTS, key) ? ACTS[key] : undefined;
  if (acts === undefined) return false;
  const button = acts
    .map((act) => row.querySelector<HTMLButtonElement>(`[data-act=${act}]`))
    .find((found) => found !== null);
  button?.click();
  return true;
}
