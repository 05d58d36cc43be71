import { useEffect, useState } from "react";
import type { LiveCallView, LivePerson } from "#app/core/domain/live/live-views.ts";
import { useDevices } from "#app/ui/features/capture/devices.ts";
import { type CallTab, useCallTab } from "../tab/use-call-tab.ts";
import { type LiveRoom, useLiveRoom } from "../room/use-live-room.ts";
import { ownVoice, type VoiceNow, voiceOfPeers } from "../room/voice-now.ts";

export type Place = {
  live: LiveRoom;
  /** Out of the room while the call goes on, and why. */
  out: "left" | "elsewhere" | "removed" | null;
  enter: () => void;
  leave: () => void;
  isListening: boolean;
  listen: (isOn: boolean) => void;
};

/** Whether the page brings a microphone into the room: that of who reads along does not, nor that of a demo. */
export const speaksIn = ({ callRole, isDemo }: LiveCallView): boolean =>
  callRole !== "watcher" && !isDemo;

/** Whether this tab is in the room: at once for those who take part, on a click for who listens. */
export function useLivePlace(view: LiveCallView, isDone: boolean): Place {
  const [devices] = useDevices();
  const [hasLeft, setLeft] = useState(false);
  const [isListening, setListening] = useState(false);
  const [entries, setEntries] = useState(0);
  const isSpeaker = speaksIn(view);
  const wantsIn = isSpeaker && !hasLeft && !isDone;
  const tab = useCallTab(view.callId, wantsIn);
  const as =
    !isSpeaker && isListening && !isDone
      ? ("listener" as const)
      : wantsIn && tab.place === "here"
        ? ("member" as const)
        : null;
  const live = useLiveRoom(view.callId, as, devices, entries);
  const phase = live.room?.phase ?? null;
  useEffect(() => {
    // The token was refused for good: listening ended elsewhere, or the call did.
    if (isListening && (phase === "left" || phase === "removed")) setListening(false);
  }, [isListening, phase]);
  return {
    live,
    out: isSpeaker ? outOf(hasLeft, tab, wantsIn, phase) : null,
    enter: () => {
      setLeft(false);
      if (tab.place === "elsewhere" || tab.isStolen) tab.takeOver();
      setEntries((before) => before + 1);
    },
    leave: () => setLeft(true),
    isListening,
    listen: setListening,
  };
}

function outOf(
  hasLeft: boolean,
  tab: CallTab,
  wantsIn: boolean,
  phase: string | null,
): Place["out"] {
  if (hasLeft) return "left";
  const isOut = phase === "taken_over" || phase === "removed";
  if (wantsIn && (tab.place === "elsewhere" || (tab.isStolen && isOut))) return "elsewhere";
  // Another device of the same person took the call: for them it is one more tab.
  return isOut ? "removed" : null;
}

/**
 * The participant who looks: by the identity in the room, and before that by being the host. In a demo a synthetic voice
 * speaks under the host's name.
 */
export function ownPerson(
  view: LiveCallView,
  people: readonly LivePerson[],
  identity: string | null,
): LivePerson | null {
  if (view.isDemo) return null;
  const memberId =
    identity?.startsWith("rep:") === true
      ? identity.split(":")[1]
      : view.callRole === "host"
        ? view.owner.id
        : undefined;
  return people.find((person) => memberId !== undefined && person.memberId === memberId) ?? null;
}

export const hostOf = (people: readonly LivePerson[]): LivePerson | null =>
  people.find(({ role }) => role === "host") ?? null;

/** The room knows a moment before the stream does. */
export function voiceNowOf(
  person: LivePerson,
  own: LivePerson | null,
  { room }: LiveRoom,
): VoiceNow {
  const asKnown = person.isMuted ? "muted" : "on";
  if (room === null) return asKnown;
  if (person.participantId === own?.participantId) return ownVoice(room);
  const seen = room.peers.filter(({ identity }) => person.identities.includes(identity));
  return voiceOfPeers(seen) ?? asKnown;
}
