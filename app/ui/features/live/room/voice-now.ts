import type { MicState } from "#app/ui/features/capture/local-media.client.ts";

/** What reaches the others of a person: nothing without a microphone, nor of one that gives only silence. */
export type VoiceNow = "on" | "muted" | "silent" | "noMic";

/** Of oneself. That there is no microphone outranks mute; silence is what mute asked for. */
export function ownVoice({ mic, isMuted }: { mic: MicState; isMuted: boolean }): VoiceNow {
  if (mic === "denied" || mic === "missing") return "noMic";
  if (isMuted) return "muted";
  return mic === "silent" ? "silent" : "on";
}

/** Of another person, by what the room carries from their devices. */
export function voiceOfPeers(
  peers: readonly { isMuted: boolean; hasMic: boolean }[],
): VoiceNow | null {
  if (peers.length === 0) return null;
  if (peers.some(({ isMuted }) => !isMuted)) return "on";
  return peers.some(({ hasMic }) => hasMic) ? "muted" : "noMic";
}
