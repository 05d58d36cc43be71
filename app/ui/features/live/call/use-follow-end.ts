import { type RefObject, useEffect, useRef, useState } from "react";
import { useBrowserLayoutEffect } from "#app/ui/features/player/use-browser-layout-effect.ts";

/** So near to the end still counts as being there. */
const NEAR_PX = 48;

/**
 * Keeps the end of a scrolling list in view until the person scrolls away from it; scrolling back to the
 * end follows again.
 * @param newest changes whenever there is more at the end
 */
export function useFollowEnd(
  box: RefObject<HTMLElement>,
  newest: string,
): { isFollowing: boolean; follow: () => void } {
  const [isFollowing, setFollowing] = useState(true);
  const follows = useRef(true);
  follows.current = isFollowing;
  useEffect(() => {
    const list = box.current;
    if (list === null) return undefined;
    const onScroll = () =>
      setFollowing(list.scrollHeight - list.scrollTop - list.clientHeight <= NEAR_PX);
    list.addEventListener("scroll", onScroll, { passive: true });
    // A turned phone breaks the lines anew; who was at the end is at the end.
    const watcher = new ResizeObserver(() => {
      if (follows.current) list.scrollTop = list.scrollHeight;
    });
    watcher.observe(list);
    return () => {
      list.removeEventListener("scroll", onScroll);
      watcher.disconnect();
    };
  }, [box]);
  useBrowserLayoutEffect(() => {
    if (isFollowing && box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [box, newest, isFollowing]);
  return { isFollowing, follow: () => setFollowing(true) };
}
