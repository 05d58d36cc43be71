import type { RecordingNow } from "#app/core/domain/live/live-views.ts";
import type { RoomPhase } from "../room/room-session.client.ts";

/** What is wrong with a recording, if something is (product §20.9). */
export function troubleOf({ state, missing }: RecordingNow): "absent" | "missing" | null {
  if (state === "absent") return "absent";
  return state === "recording" && missing.length > 0 ? "missing" : null;
}

/** `offline`: this tab is out of the room, so that it cannot know whether it is heard. */
export type ShownRecording = RecordingNow["state"] | "offline";

/**
 * What a tab may say of the recording.
 * @param phase of its own place in the room; null for who only reads along
 */
export function shownRecording(
  state: RecordingNow["state"],
  phase: RoomPhase | null,
): ShownRecording {
  const isOut = phase === "reconnecting" || phase === "connecting";
  return isOut && state === "recording" ? "offline" : state;
}
