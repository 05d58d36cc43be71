import type { RecordingNow } from "#app/core/domain/live/live-views.ts";

/** What is wrong with a recording, if something is (product §20.9). */
export function troubleOf({ state, missing }: RecordingNow): "absent" | "missing" | null {
  if (state === "absent") return "absent";
  return state === "recording" && missing.length > 0 ? "missing" : null;
}
