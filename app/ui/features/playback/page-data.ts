import { useEffect, useState } from "react";
import type { PlaybackTabs, PlaybackView } from "#app/core/pages/playback-views.ts";
import { paths } from "#app/paths.ts";

/** What the loader of the page gave: what it always shows, and what is on the tab that its address names. */
export type PageData = { view: PlaybackView; tabs: Partial<PlaybackTabs> };
export type TabState<Tab> = { data: Tab | undefined; hasFailed: boolean; again: () => void };

/** Tabs that were opened since a page was loaded, until it is loaded again. */
const opened = new WeakMap<PlaybackView, Partial<PlaybackTabs>>();

/** What a tab shows besides the page's view: from the page where that was opened with this tab, else from its own address. */
export function useTab<Id extends keyof PlaybackTabs>(
  id: Id,
  { view, tabs }: PageData,
): TabState<PlaybackTabs[Id]> {
  const [attempt, setAttempt] = useState({ no: 0, hasFailed: false });
  const data = tabs[id] ?? opened.get(view)?.[id];
  const isMissing = data === undefined;
  useEffect(() => {
    if (!isMissing) return undefined;
    const gone = new AbortController();
    void fetchTab(view.call.id, id, gone.signal).then((found) => {
      if (gone.signal.aborted) return;
      if (found !== null) opened.set(view, { ...opened.get(view), ...found });
      setAttempt(({ no }) => ({ no, hasFailed: found === null }));
    });
    return () => gone.abort();
  }, [isMissing, view, id, attempt.no]);
  const again = () => setAttempt(({ no }) => ({ no: no + 1, hasFailed: false }));
  return { data, hasFailed: attempt.hasFailed, again };
}

async function fetchTab(
  callId: string,
  id: string,
  signal: AbortSignal,
): Promise<Partial<PlaybackTabs> | null> {
  const headers = { accept: "application/json" };
  const answer = await fetch(paths.callTab(callId, id), { signal, headers }).catch(() => null);
  if (answer?.ok !== true) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `routes/resource/playback-tab.ts` answers
  return (await answer.json().catch(() => null)) as Partial<PlaybackTabs> | null;
}
