import type { RecordingRow } from "#app/core/pages/recordings-views.ts";
import { paths } from "#app/paths.ts";

/** Where a call is to be looked at: in the room while it runs, then where it plays, else where it arrives. */
export function callUrl({
  callId,
  recordingId,
  callState,
}: Pick<RecordingRow, "callId" | "recordingId" | "callState">): string {
  if (callState === "live") return paths.consoleCall(callId);
  return callState === "available" ? paths.playback(callId) : paths.recording(recordingId);
}
