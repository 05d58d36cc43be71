import { useCallback, useEffect, useRef, useState } from "react";
import type { CallLinksView } from "#app/core/pages/call-links.server.ts";

/** So often a list is asked for again while something in it is being made. */
const ASK_AGAIN_MS = 3_000;

type Loaded = { view?: CallLinksView; hasFailed: boolean };

/**
 * The links at an address, asked for again while one of them is being prepared and whenever the reader comes back. A list
 * that cannot be loaded is said where it should be: the page around it stays.
 * @param first what the page came with, so that they are there without script
 * @returns `view` undefined while they have not come; the last one where only a later request failed
 */
export function useLinks(url: string, first?: CallLinksView): Loaded & { reload: () => void } {
  const [loaded, setLoaded] = useState<Loaded>({ ...(first && { view: first }), hasFailed: false });
  const isGiven = useRef(first !== undefined);
  const running = useRef<AbortController | null>(null);
  const reload = useCallback(() => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    readLinks(url, mine.signal).then(
      (view) => setLoaded({ view, hasFailed: false }),
      () => {
        if (!mine.signal.aborted) setLoaded((before) => ({ ...before, hasFailed: true }));
      },
    );
  }, [url]);
  useEffect(() => {
    if (!isGiven.current) reload();
    isGiven.current = false;
    window.addEventListener("focus", reload);
    return () => {
      window.removeEventListener("focus", reload);
      running.current?.abort();
    };
  }, [reload]);
  const isWaiting = loaded.view?.links.some(isBeingMade) === true;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(reload, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isWaiting, reload]);
  return { ...loaded, reload };
}

const isBeingMade = ({ state, why, list }: CallLinksView["links"][number]): boolean =>
  state === "preparing" || why === "words" || (state === "active" && (list?.preparing ?? 0) > 0);

async function readLinks(url: string, signal: AbortSignal): Promise<CallLinksView> {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(String(answer.status));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the address answers this and nothing else
  return (await answer.json()) as CallLinksView;
}
