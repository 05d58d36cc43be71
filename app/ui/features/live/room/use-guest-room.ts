import { useCallback, useEffect, useRef, useState } from "react";
import { paths } from "#app/paths.ts";
import type { Devices } from "#app/ui/features/capture/devices.ts";
import { sameButLevels } from "./same-room.ts";
import type { RoomSession, RoomSnapshot } from "./room-session.client.ts";
import { useDeviceChoice } from "./use-device-choice.ts";

export type GuestRoom = {
  /** Null until the first word of the connection. */
  room: RoomSnapshot | null;
  session: RoomSession | null;
  /** Moves many times a second, so it is asked and not told. */
  levelOf: (identity: string) => number;
  /** Enters anew, after another tab took the place. */
  enterAgain: () => void;
};

/** A guest's place in the room, from admission until the page closes. */
export function useGuestRoom(callId: string, devices: Devices): GuestRoom {
  const [room, setRoom] = useState<RoomSnapshot | null>(null);
  const [session, setSession] = useState<RoomSession | null>(null);
  const [entries, setEntries] = useState(0);
  const wanted = useRef(devices);
  wanted.current = devices;

  useEffect(() => {
    let opened: RoomSession | null = null;
    let isOver = false;
    const enter = async () => {
      // The SDK is large and of no use to people who only read the invitation.
      const { openRoomSession } = await import("./room-session.client.ts");
      const { fetchJoinToken } = await import("./join-token.client.ts");
      if (isOver) return;
      const own = openRoomSession({
        token: () => fetchJoinToken(paths.callToken(callId), {}),
        isMuted: false,
        deviceId: wanted.current.micId,
        onChange: () => {
          const next = opened?.snapshot();
          if (next === undefined || isOver) return;
          setRoom((before) => (before !== null && sameButLevels(before, next) ? before : next));
        },
      });
      opened = own;
      if (wanted.current.speakerId !== null) own.setDevice("audiooutput", wanted.current.speakerId);
      setSession(own);
      setRoom(own.snapshot());
    };
    void enter();
    return () => {
      isOver = true;
      void opened?.leave();
      setSession(null);
      setRoom(null);
    };
  }, [callId, entries]);

  useDeviceChoice(session, devices);
  const levelOf = useCallback(
    (identity: string) => session?.snapshot().levels[identity] ?? 0,
    [session],
  );
  const enterAgain = useCallback(() => setEntries((before) => before + 1), []);
  return { room, session, levelOf, enterAgain };
}
