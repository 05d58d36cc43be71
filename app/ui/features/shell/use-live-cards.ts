import { useCallback, useEffect, useState } from "react";
import type { ConsoleView, LiveCard } from "#app/core/domain/live/live-views.ts";
import { useLiveEvents } from "./use-pipeline.ts";
import { useRevalidate } from "#app/ui/browser/use-revalidate.ts";

/** The own call that runs, from the loader on and as the stream says. */
export function useOwnCall(loaded: LiveCard | null, isHeard: boolean): LiveCard | null {
  const [card, setCard] = useState(loaded);
  useEffect(() => setCard(loaded), [loaded]);
  useLiveEvents(
    useCallback(({ callId, card: next }) => {
      if (next?.isMine === true) setCard(next);
      else if (next === null) setCard((before) => (before?.callId === callId ? null : before));
    }, []),
    isHeard,
  );
  return card;
}

/**
 * The console as its stream moves it. A call that begins or ends asks the loader anew, since it moves more than
 * its card; everything else replaces the card in place.
 */
export function useLiveConsole(loaded: ConsoleView): ConsoleView {
  const [view, setView] = useState(loaded);
  const revalidate = useRevalidate();
  useEffect(() => setView(loaded), [loaded]);
  useLiveEvents(({ callId, card }) => {
    const isShown = (one: LiveCard) => one.callId === callId;
    const isKnown = view.wall?.some(isShown) === true || view.current?.callId === callId;
    if (card === null || !isKnown) {
      revalidate();
      return;
    }
    setView((before) => ({
      ...before,
      current: before.current && isShown(before.current) ? card : before.current,
      wall: before.wall?.map((one) => (isShown(one) ? card : one)) ?? null,
    }));
  });
  return view;
}
