import { useEffect } from "react";
import type { LiveCallView, LivePerson } from "#app/core/domain/live/live-views.ts";
import type { LiveNow } from "../call/live-store.ts";
import { setActiveCall } from "./active-call-store.ts";

/** Other screens of this tab go on with the call while somebody looks something up there. */
export function useKeptFor(
  { callId, title }: LiveCallView,
  { state, clockOffsetMs, done }: LiveNow,
  own: LivePerson | null,
  isIn: boolean,
): void {
  const participantId = own?.participantId ?? null;
  const { startedAt } = state;
  const isKept = isIn && done === null;
  useEffect(() => {
    if (isKept && participantId !== null)
      setActiveCall({ callId, title, participantId, startedAt, clockOffsetMs });
    else if (!isKept) setActiveCall(null);
  }, [isKept, callId, title, participantId, startedAt, clockOffsetMs]);
}
