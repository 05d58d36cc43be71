import { useCallback, useEffect, useRef, useState } from "react";
import { paths } from "#app/paths.ts";
import type { Devices } from "./devices.ts";
import type { RoomSession, RoomSnapshot } from "./room-session.client.ts";
import { sameButLevels } from "./same-room.ts";
import { tabId } from "./use-call-tab.ts";

export type LiveRoom = {
  /** Renders follow everything but levels. */
  room: RoomSnapshot | null;
  session: RoomSession | null;
  /** Read it as often as you draw. */
  levelOf: (identity: string) => number;
};

/**
 * A member's place in the room, from the moment this tab owns the call.
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

  useEffect(() => {
    if (as === null) return undefined;
    let opened: RoomSession | null = null;
    let isOver = false;
    let hasEntered = false;
    const enter = async () => {
      const { openRoomSession } = await import("./room-session.client.ts");
      const { fetchJoinToken } = await import("./join-token.client.ts");
      if (isOver) return;
      const own = openRoomSession({
        // Whoever opens the page last has the call, on whatever device; coming back takes nothing from anybody.
        token: () =>
          fetchJoinToken(paths.callToken(callId), {
            as,
            tabId: tabId(),
            takesOver: String(as === "member" && !hasEntered),
          }),
        isMuted: wasMuted(callId),
        deviceId: wanted.current.micId,
        isListening: as === "listener",
        onChange: () => {
          const next = opened?.snapshot();
          if (next === undefined || isOver) return;
          hasEntered ||= next.phase === "live";
          keepMuted(callId, next.isMuted);
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
  }, [callId, as, entry]);

  useDeviceChoice(session, devices);
  const levelOf = useCallback(
    (identity: string) => session?.snapshot().levels[identity] ?? 0,
    [session],
  );
  return { room, session, levelOf };
}

/** A device chosen during the call is used at once. */
function useDeviceChoice(session: RoomSession | null, { micId, speakerId }: Devices): void {
  const used = useRef({ session, micId, speakerId });
  useEffect(() => {
    const before = used.current;
    used.current = { session, micId, speakerId };
    if (session === null || before.session !== session) return;
    if (before.micId !== micId) session.setDevice("audioinput", micId);
    if (before.speakerId !== speakerId) session.setDevice("audiooutput", speakerId);
  }, [session, micId, speakerId]);
}

const muteKey = (callId: string): string => `parley:muted:${callId}`;

/** Who was muted comes back muted: after a reload, and in the tab that takes over. */
function wasMuted(callId: string): boolean {
  try {
    return localStorage.getItem(muteKey(callId)) === "1";
  } catch {
    return false;
  }
}

function keepMuted(callId: string, isMuted: boolean): void {
  try {
    if (isMuted) localStorage.setItem(muteKey(callId), "1");
    else localStorage.removeItem(muteKey(callId));
  } catch {
    // Storage is closed to us: a reload then comes back unmuted.
  }
}
