import { useEffect, useRef, useState } from "react";
import type {
  AdmissionEvent,
  GuestPeopleEvent,
  LiveStateEvent,
} from "#app/core/domain/live/live-views.ts";
import { paths } from "#app/paths.ts";
import { openEventStream } from "#app/ui/browser/event-stream.client.ts";

export type LobbyNow = {
  /** False while the line is gone; the stream opens itself again. */
  isHeard: boolean;
  admission: AdmissionEvent | null;
  people: GuestPeopleEvent["people"];
  /** Of the recording; null before admission. */
  state: LiveStateEvent | null;
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  aheadMs: number;
  isDone: boolean;
};

type LobbyEvent =
  | { type: "admission"; data: AdmissionEvent }
  | { type: "people"; data: GuestPeopleEvent }
  | { type: "state"; data: LiveStateEvent }
  | { type: "removed"; data: unknown }
  | { type: "done"; data: unknown };
const LOBBY_EVENTS = ["admission", "people", "state", "removed", "done"] as const;

export const NOTHING_YET: LobbyNow = {
  isHeard: true,
  admission: null,
  people: [],
  state: null,
  aheadMs: 0,
  isDone: false,
};

/** What is known after one more event. @param receivedMs by this device's clock */
export function afterLobbyEvent(now: LobbyNow, event: LobbyEvent, receivedMs: number): LobbyNow {
  switch (event.type) {
    case "admission":
      return { ...now, admission: event.data };
    case "people":
      return { ...now, people: event.data.people };
    case "state":
      return { ...now, state: event.data, aheadMs: Date.parse(event.data.at) - receivedMs };
    case "removed":
      return { ...now, admission: { state: "removed", lockedOut: false } };
    case "done":
      return { ...now, isDone: true };
  }
}

/**
 * What a guest is told while they wait and while they are in.
 * @param visit the call and who waits; null where nobody does, and no stream is open
 * @param onRefused the stream is not given any more: the page should ask where the guest stands
 */
export function useLobbyStream(
  visit: { callId: string; guestId: string } | null,
  onRefused: () => void,
): LobbyNow {
  const [now, setNow] = useState(NOTHING_YET);
  const refused = useRef(onRefused);
  refused.current = onRefused;
  const callId = visit?.callId ?? null;
  const guestId = visit?.guestId ?? null;
  useEffect(() => {
    // Whoever knocks again is another guest: what the last one was told is not theirs.
    setNow(NOTHING_YET);
    if (callId === null || guestId === null) return undefined;
    const close = openEventStream<LobbyEvent>({
      url: () => paths.lobbyStream(callId),
      types: LOBBY_EVENTS,
      onEvent(event) {
        // Nothing comes after it; asked again, the server would refuse a guest whose call is over.
        if (event.type === "done") close();
        setNow((before) => afterLobbyEvent(before, event, Date.now()));
      },
      onLink: (isHeard) => setNow((before) => ({ ...before, isHeard })),
      onRefused: () => refused.current(),
    });
    return close;
  }, [callId, guestId]);
  return now;
}
