import { useSyncExternalStore } from "react";

/** The call this tab is in, for the screens that are not its page. */
export type KeptCall = {
  callId: string;
  title: string;
  /** The own participant: whose the safety copy is. */
  participantId: string;
  startedAt: string | null;
  clockOffsetMs: number;
};

let kept: KeptCall | null = null;
const listeners = new Set<() => void>();

/** Said by the call's page while it is in the room; null when it has left. */
export function keepCall(next: KeptCall | null): void {
  if (JSON.stringify(next) === JSON.stringify(kept)) return;
  kept = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useKeptCall = (): KeptCall | null =>
  useSyncExternalStore(
    subscribe,
    () => kept,
    () => null,
  );
