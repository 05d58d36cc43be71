import type { PlayerData } from "../player-data.ts";
import type { Sound } from "./sound.ts";

const SEND_MS = 10_000;
/** A step that is longer was a jump. */
const MOST_STEP = 1.5;

/** Says now and then which seconds were heard. */
export function followHeard(sound: Sound, data: PlayerData): void {
  const { audio } = sound;
  let ranges: { t0Ms: number; t1Ms: number }[] = [];
  let from: number | null = null;
  let last = 0;
  const close = () => {
    if (from !== null && last > from)
      ranges.push({ t0Ms: Math.round(from * 1_000), t1Ms: Math.round(last * 1_000) });
    from = null;
  };
  audio.addEventListener("timeupdate", () => {
    const at = audio.currentTime;
    if (audio.paused || from === null || at < last || at - last > MOST_STEP * audio.playbackRate) {
      close();
      from = audio.paused ? null : at;
    }
    last = at;
  });
  audio.addEventListener("seeking", close);
  const send = () => {
    const isGoingOn = from !== null;
    close();
    if (isGoingOn) from = last;
    if (ranges.length === 0) return;
    const body = JSON.stringify({ ranges: ranges.slice(-200) });
    ranges = [];
    void fetch(`${data.heard}?s=${sound.signature()}`, {
      ...{ method: "POST", body, keepalive: true, credentials: "omit" },
      // A frame without an origin of its own may send this without asking first; the answer is not read.
      ...{ mode: "no-cors", headers: { "Content-Type": "text/plain" } },
    }).catch(() => undefined);
  };
  audio.addEventListener("pause", send);
  addEventListener("pagehide", send);
  setInterval(send, SEND_MS);
}
