import { useEffect } from "react";
import { readStored, writeStored } from "#app/ui/browser/storage.ts";
import type { PlayerStore } from "#app/ui/features/player/player-store.ts";
import { isWorth, readPlaces, withPlace } from "./resume-places.ts";

/** Each member has places of their own, also where two share a browser. */
const keyOf = (memberId: string): string => `parley-resume-${memberId}`;
/** A browser that is shut down at once loses no more than this. */
const EVERY_MS = 5_000;

/** Where this member left a call in this browser; null where that is nowhere to go back to. */
export function findResumePlace(
  memberId: string,
  callId: string,
  durationMs: number,
): number | null {
  const places = readPlaces(readStored("local", keyOf(memberId)));
  const place = places.find((one) => one.callId === callId);
  return place !== undefined && isWorth(place.ms, durationMs) ? place.ms : null;
}

/**
 * Stores how far a member has played a call; null stores nothing. What is only looked at leaves no place, and neither does
 * a chosen range.
 */
export function useKeptPlace(store: PlayerStore, memberId: string, callId: string | null): void {
  useEffect(() => {
    if (callId === null) return undefined;
    const key = keyOf(memberId);
    let keptMs = 0;
    let fromMs: number | null = null;
    let wasPlaying = false;
    const keep = () => {
      const { range, durationMs } = store.get();
      if (range !== null) return;
      keptMs = store.positionMs();
      const places = readPlaces(readStored("local", key));
      const next = withPlace(places, { callId, ms: keptMs }, durationMs, fromMs ?? keptMs);
      writeStored("local", key, JSON.stringify(next));
    };
    const endState = store.subscribe(() => {
      const { isPlaying } = store.get();
      if (wasPlaying && !isPlaying) keep();
      else if (isPlaying) fromMs ??= store.positionMs();
      wasPlaying = isPlaying;
    });
    const endPosition = store.onPosition((ms, isSeek) => {
      // Played again after its end, a call begins at its start without a jump.
      if (isSeek || (fromMs !== null && ms < fromMs)) fromMs = ms;
      else if (store.get().isPlaying && Math.abs(ms - keptMs) >= EVERY_MS) keep();
    });
    const onHide = () => {
      if (store.get().isPlaying) keep();
    };
    addEventListener("pagehide", onHide);
    return () => {
      onHide();
      endState();
      endPosition();
      removeEventListener("pagehide", onHide);
    };
  }, [store, memberId, callId]);
}
