import type { MicState } from "#app/ui/features/capture/local-media.client.ts";
import type { ShownRecording } from "../call/recording-trouble.ts";

/**
 * What a guest reads of their voice, as a key of the `lobby` texts. What is never recorded is said at once; what nothing
 * records at the moment, before what a microphone would give.
 */
export function recordingFact(state: ShownRecording, isUnrecorded: boolean, mic: MicState) {
  if (state === "paused") return "room.recording.pausedWhy";
  if (state === "absent") return "room.why.absent";
  if (isUnrecorded) return "room.recording.notYou";
  if (mic === "denied" || mic === "missing") return "room.recording.noMic";
  if (state !== "recording") return `room.why.${state}` as const;
  return mic === "silent" ? "room.recording.silentMic" : "room.recording.you";
}
