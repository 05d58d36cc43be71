import { createStore, useStore } from "#app/ui/browser/store.ts";

/** The call this tab is in, for the screens that are not its page. */
export type KeptCall = {
  callId: string;
  title: string;
  /** The own participant: whose the safety copy is. */
  participantId: string;
  startedAt: string | null;
  clockOffsetMs: number;
};

const kept = createStore<KeptCall | null>(null);

/** Said by the call's page while it is in the room; null when it has left. */
export function keepCall(next: KeptCall | null): void {
  if (JSON.stringify(next) !== JSON.stringify(kept.get())) kept.set(next);
}

export const useKeptCall = (): KeptCall | null => useStore(kept);
