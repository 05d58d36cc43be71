import { useEffect, useRef } from "react";
import type { Devices } from "#app/ui/features/capture/devices.ts";
import type { RoomSession } from "./room-session.client.ts";

/** A device chosen during the call is used at once. */
export function useDeviceChoice(session: RoomSession | null, { micId, speakerId }: Devices): void {
  const used = useRef({ session, micId, speakerId });
  useEffect(() => {
    const before = used.current;
    used.current = { session, micId, speakerId };
    if (session === null || before.session !== session) return;
    if (before.micId !== micId) session.setDevice("audioinput", micId);
    if (before.speakerId !== speakerId) session.setDevice("audiooutput", speakerId);
  }, [session, micId, speakerId]);
}
