import { useEffect } from "react";
import type { LiveCallView, LivePerson } from "#app/core/domain/live/live-views.ts";
import type { LiveNow } from "../call/live-store.ts";
import { keepCall } from "./kept-call.ts";

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
      keepCall({ callId, title, participantId, startedAt, clockOffsetMs });
    else if (!isKept) keepCall(null);
  }, [isKept, callId, title, participantId, startedAt, clockOffsetMs]);
}
