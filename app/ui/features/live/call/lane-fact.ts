import type { LivePerson } from "#app/core/domain/live/live-views.ts";
import type { VoiceNow } from "../room/voice-now.ts";

type Person = Pick<LivePerson, "isHere" | "isOnHold" | "isRecorded" | "role">;

/** What is written beside a lane, as a key of the `live` texts. */
export function factOf(person: Person, isOwn: boolean, voice: VoiceNow) {
  if (!person.isHere) return isOwn ? "lanes.youOut" : "lanes.out";
  if (person.isOnHold) return isOwn ? "lanes.youHold" : "lanes.hold";
  if (isOwn) return OWN[voice];
  if (!person.isRecorded) return "lanes.unrecorded";
  if (voice === "noMic") return "lanes.noMic";
  if (voice === "muted") return "lanes.muted";
  return person.role === "customer" ? "lanes.agreed" : "lanes.on";
}

const OWN = {
  on: "lanes.youOn",
  muted: "lanes.youMuted",
  silent: "lanes.youSilent",
  noMic: "lanes.youNoMic",
} as const satisfies Record<VoiceNow, string>;
