import { useMatches, useRevalidator } from "@remix-run/react";
import { useCallback } from "react";
import { signedOut } from "#app/ui/browser/signed-out.ts";

/** After this a wish counts as not done, and its button can be pressed again. */
const ANSWER_MS = 15_000;

/**
 * Speaks to the action of this page without the router: a line that is down while somebody presses Mute
 * must not replace a running call by an error page.
 * @returns sends the fields; answers whether the server took them
 */
export function usePageIntent(): (fields: Record<string, string>) => Promise<boolean> {
  const route = useMatches().at(-1);
  const id = route?.id ?? "";
  const pathname = route?.pathname ?? "";
  return useCallback(
    async (fields) => {
      const answer = await fetch(`${pathname}?_data=${encodeURIComponent(id)}`, {
        method: "POST",
        body: new URLSearchParams(fields),
        keepalive: true,
        signal: AbortSignal.timeout(ANSWER_MS),
      }).catch(() => null);
      signedOut.learn(answer?.status);
      return answer?.ok === true;
    },
    [pathname, id],
  );
}

/** Loads the page's data anew, once the server is known to answer: the router shows an error page otherwise. */
export function useAskAgain(): { isAsking: boolean; ask: () => void } {
  const { revalidate, state } = useRevalidator();
  const pathname = useMatches().at(-1)?.pathname ?? "";
  const ask = useCallback(() => {
    void fetch(pathname, { method: "HEAD" })
      .then(({ status, redirected }) => {
        // The page would lead to sign-in, and take the call with it.
        if (redirected) signedOut.set(true);
        else if (status < 500) revalidate();
      })
      .catch(() => undefined);
  }, [pathname, revalidate]);
  return { isAsking: state !== "idle", ask };
}
