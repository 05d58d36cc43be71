import { useRevalidator } from "@remix-run/react";
import { useCallback, useContext, useRef } from "react";
import { UNSAFE_DataRouterContext as RouterContext } from "react-router-dom";

/**
 * Reads the page's data anew, once nobody is on the way to another address: the router begins such a way again from the
 * start, and then forgets that it was to leave the page where it is scrolled.
 */
export function useRevalidate(): () => void {
  const { revalidate } = useRevalidator();
  const router = useContext(RouterContext)?.router;
  const isWaiting = useRef(false);
  return useCallback(() => {
    if (router?.state.navigation.state !== "loading") {
      revalidate();
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
