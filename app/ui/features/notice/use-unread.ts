import { useEffect, useState } from "react";
import { useNoticesChanged } from "#app/ui/browser/notice-feed.ts";

/** How many notices are unread: as the page's loader said it, and as the stream has said since. */
export function useUnread(loaded: number): number {
  const [unread, setUnread] = useState(loaded);
  useEffect(() => setUnread(loaded), [loaded]);
  useNoticesChanged((changed) => setUnread(changed.unread));
  return unread;
}
