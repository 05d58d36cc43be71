import { useEffect, useRef } from "react";
import { useRevalidate } from "#app/ui/browser/use-revalidate.ts";

/**
 * What the call's stream does not carry, loaded anew where it may have changed: the title when the call
 * begins, and the frame around the page, which did not hear the stream, when somebody leaves the page.
 * @param ask loads anew once the server is known to answer: a running call must not become an error page
 */
export function useFreshView(hasBegun: boolean, ask: () => void): void {
  const revalidate = useRevalidate();
  const latest = useRef({ ask, revalidate });
  latest.current = { ask, revalidate };
  const before = useRef(hasBegun);
  useEffect(() => {
    if (hasBegun && !before.current) latest.current.ask();
    before.current = hasBegun;
  }, [hasBegun]);
  useEffect(() => () => latest.current.revalidate(), []);
}
