import type { WaitingGuest } from "#app/core/domain/live/live-views.ts";
import { LiveWaiting } from "../call/live-people.tsx";
import { useActionsOn } from "../call/use-live-action.ts";

type Props = { callId: string; waiting: readonly WaitingGuest[] };

/** Who waits to be let into the own call, on whatever page its host is: above everything, with the answer. */
export default function LiveJoinRequests({ callId, waiting }: Props) {
  const actions = useActionsOn(callId);
  return (
    <div
      role="status"
      className="fixed right-3 bottom-3 z-40 max-h-[calc(100dvh-1.5rem)] w-80 max-w-[calc(100vw-1.5rem)] overflow-y-auto rounded-panel shadow-float"
    >
      <LiveWaiting waiting={waiting} actions={actions} />
    </div>
  );
}
