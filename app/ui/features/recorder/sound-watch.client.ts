import { loudestOf } from "#app/ui/features/capture/mic-level.ts";
import { createMicWatch } from "./mic-watch.ts";
import type { Sources } from "./sources.client.ts";

/** Sound falls behind the clock of the wall by so much: the computer slept. */
const SLEPT_MS = 2_000;
const SPOKEN = 0.25;

/** Whether sound goes on, looked at once a second; and whether somebody speaks, listened to all the time. */
export function createWatch() {
  let wall = 0;
  let sounded = 0;
  let spokenAt = 0;
  let isDeaf = false;
  let isDead = createMicWatch(0);
  let deafUntil = 0;
  return {
    /** Our own tones are not speech. */
    ignore(ms: number) {
      deafUntil = Date.now() + ms;
    },
    begin() {
      wall = 0;
      spokenAt = Date.now();
      isDeaf = false;
      isDead = createMicWatch(Date.now());
    },
    listen(sources: Sources, isMuted: boolean) {
      const now = Date.now();
      const desk = sources.desk();
      if (desk === null || now < deafUntil) return;
      const isListening = loudestOf(desk.samples("tab")) >= SPOKEN;
      const samples = desk.samples("microphone");
      if (isListening || loudestOf(samples) >= SPOKEN) spokenAt = now;
      if (sources.state.get().mic === "on" && !isMuted)
        isDeaf = isDead({ samples, isListening, isCut: sources.isMicCut() }, now);
      else {
        isDeaf = false;
        isDead = createMicWatch(now);
      }
    },
    look(desk: ReturnType<Sources["desk"]>) {
      const now = Date.now();
      const soundedNow = desk?.soundedMs() ?? 0;
      const lag = wall === 0 ? 0 : now - wall - (soundedNow - sounded);
      const slept = lag > SLEPT_MS ? now - wall : null;
      [wall, sounded] = [now, soundedNow];
      return { slept, isDeaf, quietMs: desk === null ? 0 : now - spokenAt };
    },
  };
}
