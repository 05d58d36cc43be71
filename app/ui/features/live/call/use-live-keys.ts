import { useEffect, useRef } from "react";
import { focusPlace } from "#app/ui/features/player/keys.ts";

/** The single keys of a live call (product §8.9). */
export const LIVE_KEYS = { mute: "M", hold: "H", flag: "F", note: "N" } as const;
export type LiveKey = keyof typeof LIVE_KEYS;

/** What of a KeyboardEvent decides. */
type Press = Pick<
  KeyboardEvent,
  | "key"
  | "shiftKey"
  | "ctrlKey"
  | "metaKey"
  | "altKey"
  | "isComposing"
  | "repeat"
  | "defaultPrevented"
>;

/** The action of a press, or null when it is not ours: typing, composing, a menu, a held key. */
export function matchLiveKey(press: Press, place: ReturnType<typeof focusPlace>): LiveKey | null {
  if (press.defaultPrevented || press.isComposing || press.repeat) return null;
  if (press.ctrlKey || press.metaKey || press.altKey || press.shiftKey) return null;
  if (place === "typing" || place === "layer") return null;
  const typed = press.key.toUpperCase();
  if (typed === LIVE_KEYS.mute) return "mute";
  if (typed === LIVE_KEYS.hold) return "hold";
  if (typed === LIVE_KEYS.note) return "note";
  return typed === LIVE_KEYS.flag ? "flag" : null;
}

/**
 * Keys act for as long as the page is there and no dialog stands over it.
 * @param run answers whether the key did anything; else the press stays the browser's
 */
export function useLiveKeys(isOn: boolean, run: (key: LiveKey) => boolean): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const key = matchLiveKey(event, focusPlace(event.target));
      if (key === null || document.querySelector("[role=dialog][data-state=open]") !== null) return;
      if (latest.current(key)) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [isOn]);
}
