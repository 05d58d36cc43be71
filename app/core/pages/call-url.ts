import type { RecordingRow } from "./recordings-views.ts";
import { paths } from "#app/paths.ts";

/** Where a call is to be looked at: in the room while it runs, then where it plays, else where it arrives. */
export function callUrl({
  callId,
  recordingId,
  callState,
  kind,
}: Pick<RecordingRow, "callId" | "recordingId" | "callState" | "kind">): string {
  if (callState === "live")
    return kind === "recorder" ? paths.recorder({ call: callId }) : paths.consoleCall(callId);
  return callState === "available" ? paths.playback(callId) : paths.recording(recordingId);
}
