import { createStore, useStore } from "#app/ui/browser/store.ts";

/** The call this tab is in, for the screens that are not its page. */
export type ActiveCall = {
  callId: string;
  title: string;
  /** The own participant: whose the safety copy is. */
  participantId: string;
  startedAt: string | null;
  clockOffsetMs: number;
};

const kept = createStore<ActiveCall | null>(null);

/** Said by the call's page while it is in the room; null when it has left. */
export function setActiveCall(next: ActiveCall | null): void {
  if (JSON.stringify(next) !== JSON.stringify(kept.get())) kept.set(next);
}

export const useActiveCall = (): ActiveCall | null => useStore(kept);
