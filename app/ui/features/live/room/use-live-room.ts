import { useCallback, useEffect, useRef, useState } from "react";
import { paths } from "#app/paths.ts";
import { readStored, writeStored } from "#app/ui/browser/storage.ts";
import type { Devices } from "#app/ui/features/capture/devices.ts";
import { createHandOver } from "../tab/hand-over.ts";
import { tabId } from "../tab/use-call-tab.ts";
import { usePageGoing } from "../tab/use-page-going.ts";
import type { RoomSession, RoomSnapshot } from "./room-session.client.ts";
import { sameButLevels } from "./same-room.ts";
import { useDeviceChoice } from "./use-device-choice.ts";

export type LiveRoom = {
  /** Renders follow everything but levels. */
  room: RoomSnapshot | null;
  session: RoomSession | null;
  /** Read it as often as you draw. */
  levelOf: (identity: string) => number;
};

/**
 * A member's place in the room, from the moment this tab owns the call. Another screen of the tab that asks
 * for it goes on with it; leaving the room is only what is meant: `as` becomes null, or no screen asks.
 * @param as null stays outside; a listener hears and is not heard
 * @param entry another number enters anew
 */
export function useLiveRoom(
  callId: string,
  as: "member" | "listener" | null,
  devices: Devices,
  entry: number,
): LiveRoom {
  const [room, setRoom] = useState<RoomSnapshot | null>(null);
  const [session, setSession] = useState<RoomSession | null>(null);
  const wanted = useRef(devices);
  wanted.current = devices;

  const isGoing = usePageGoing();
  useEffect(() => {
    if (as === null) return undefined;
    const name = `${as} ${callId}`;
    let held: HeldRoom | null = null;
    let isOver = false;
    const attach = (own: HeldRoom) => {
      held = own;
      own.onChange = () => {
        const next = own.session.snapshot();
        keepMuted(callId, next.isMuted);
        setRoom((before) => (before !== null && sameButLevels(before, next) ? before : next));
      };
      setSession(own.session);
      setRoom(own.session.snapshot());
    };
    const left = rooms.take(name);
    if (left !== null) attach(left);
    else
      void enterRoom(callId, as, wanted.current, () => isOver).then((own) => {
        if (own === null) return;
        if (isOver) void own.session.leave();
        else attach(own);
      });
    return () => {
      isOver = true;
      if (held !== null) {
        held.onChange = () => undefined;
        if (isGoing() && as === "member") rooms.leave(name, held);
        else void held.session.leave();
      }
      setSession(null);
      setRoom(null);
    };
  }, [callId, as, entry, isGoing]);

  useDeviceChoice(session, devices);
  const levelOf = useCallback(
    (identity: string) => session?.snapshot().levels[identity] ?? 0,
    [session],
  );
  return { room, session, levelOf };
}

/** A place in a room, whichever screen of this tab looks after it. */
type HeldRoom = { session: RoomSession; onChange: () => void };
const rooms = createHandOver<HeldRoom>(({ session }) => void session.leave());

/** @returns null when nobody waits for it any more */
async function enterRoom(
  callId: string,
  as: "member" | "listener",
  devices: Devices,
  isOver: () => boolean,
): Promise<HeldRoom | null> {
  // The SDK is large and of no use to people who are in no call.
  const { openRoomSession } = await import("./room-session.client.ts");
  const { fetchJoinToken } = await import("./join-token.client.ts");
  if (isOver()) return null;
  const changes: { publish: () => void } = { publish: () => undefined };
  let hasTakenOver = as !== "member";
  const askToken = (takesOver: boolean) =>
    fetchJoinToken(paths.callToken(callId), { as, tabId: tabId(), takesOver: String(takesOver) });
  const session = openRoomSession({
    token: () => askToken(false),
    // Whoever opens the page last has the call, on whatever device, from the moment its microphone is heard: the
    // others speak until then, so that nothing is lost between them. Coming back takes nothing from anybody.
    onHeard: () => {
      if (hasTakenOver) return;
      hasTakenOver = true;
      askToken(true).catch(() => {
        hasTakenOver = false; // tried again with the next entry
      });
    },
    isMuted: wasMuted(callId),
    deviceId: devices.micId,
    isListening: as === "listener",
    onChange: () => changes.publish(),
  });
  const own: HeldRoom = { session, onChange: () => undefined };
  changes.publish = () => own.onChange();
  if (devices.speakerId !== null) session.setDevice("audiooutput", devices.speakerId);
  return own;
}

const muteKey = (callId: string): string => `parley:muted:${callId}`;

/** Who was muted comes back muted: after a reload, and in the tab that takes over. */
const wasMuted = (callId: string): boolean => readStored("local", muteKey(callId)) === "1";

const keepMuted = (callId: string, isMuted: boolean): void =>
  writeStored("local", muteKey(callId), isMuted ? "1" : null);
