import { useEffect, useRef } from "react";
import { createEmitter } from "./store.ts";

/** How many are unread, and the id of the newest. */
type NoticesChanged = { unread: number; newest: string | null };

/** What the one stream of this tab says of the reader's notices, whichever stream that is. */
export const noticesChanged = createEmitter<[NoticesChanged]>();

/** Hears of the reader's notices for as long as the component is there. */
export function useNoticesChanged(onChange: (changed: NoticesChanged) => void): void {
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => noticesChanged.subscribe((changed) => latest.current(changed)), []);
}
