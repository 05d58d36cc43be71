import { useRevalidator } from "@remix-run/react";
import { useCallback, useContext, useRef } from "react";
import { UNSAFE_DataRouterContext as RouterContext } from "react-router-dom";

let isAsked = false;

/** What several parts of a page ask for by one event is one request of each loader, not one begun and broken off for each. */
function revalidateOnce(revalidate: () => void): void {
  if (isAsked) return;
  isAsked = true;
  queueMicrotask(() => {
    isAsked = false;
    revalidate();
  });
}

/**
 * Loads the page's data again, once no navigation is under way: the router begins a navigation again from the
 * start, and then forgets that it was to leave the page where it is scrolled.
 */
export function useRevalidate(): () => void {
  const { revalidate } = useRevalidator();
  const router = useContext(RouterContext)?.router;
  const isWaiting = useRef(false);
  return useCallback(() => {
    if (router?.state.navigation.state !== "loading") {
      revalidateOnce(revalidate);
      return;
    }
    if (isWaiting.current) return;
    isWaiting.current = true;
    const stop = router.subscribe(({ navigation }) => {
      if (navigation.state !== "idle") return;
      stop();
      isWaiting.current = false;
      // The router still clears up after the way that has just ended.
      queueMicrotask(revalidate);
    });
  }, [router, revalidate]);
}
