import { join } from "node:path";
import { Decimator } from "./decimator.ts";
import type { Source } from "./journal.ts";
import type { Mixer } from "./mixer.ts";
import { fileId, openParts, type PartRoom } from "./parts.ts";
import type { Pauses } from "./pauses.ts";
import type { PcmFeed } from "./pcm-feed.ts";
import { PeakWriter } from "./peaks.ts";
import { RATE, Timeline } from "./timeline.ts";

/** Below −40 dB nobody hears a hundredth of a second more or less. */
const QUIET = 330;
const isQuiet = (pcm: Int16Array) => pcm.every((sample) => Math.abs(sample) < QUIET);

/** Where a track's sound goes. */
export type TrackRoom = PartRoom & {
  pauses: Pauses;
  /** Null in the coaches' room, and before the room is entered. */
  mix: Mixer | null;
  feed: PcmFeed;
  /** The call clock, milliseconds. */
  now: () => number;
};

export type TrackWriter = {
  /**
   * One frame, s16 mono at 48 kHz; it is changed in place.
   * @param t call time of its arrival, milliseconds
   */
  take: (pcm: Int16Array, t: number) => void;
  /** How long samples wait in the jitter buffer now, milliseconds. */
  wait: (ms: number) => void;
  end: (why: string) => Promise<void>;
};

export const peaksName = (id: string, source: Source, attempt: number) =>
  `${fileId(id)}.${source}.a${attempt}.peaks`;

/** Puts one subscription on the call clock, and from there into file, waveform, mix and recogniser. */
export function openTrackWriter(id: string, source: Source, room: TrackRoom): TrackWriter {
  const timeline = new Timeline();
  const openedMs = room.now();
  const startMs = () => (timeline.written === 0 ? openedMs : timeline.startMs);
  const parts = openParts(id, source, startMs, room);
  const peaks = openPeaks(join(room.dir, peaksName(id, source, room.attempt)));
  const isMixed = source !== "coach";
  let decimator: Decimator | null = null;
  let isSettled = false;

  /** Of a frame that ends where the timeline does. */
  const placeOf = (pcm: Int16Array) =>
    Math.round(timeline.startMs * RATE) + timeline.written - pcm.length;
  const fill = (samples: number) => {
    parts.write(new Int16Array(samples));
    decimator = null;
  };
  const pad = (samples: number, at: number) => {
    const [fromMs, toMs] = [(at - samples) / RATE, at / RATE];
    room.emit({ type: "gap", id, source, fromMs, toMs, samples, cause: "lost" });
    fill(samples);
  };
  return {
    wait: (ms) => timeline.wait(ms),
    take(frame, t) {
      const lost = timeline.arrive(t, frame.length);
      if (timeline.settled && !isSettled) {
        isSettled = true;
        parts.settle();
      }
      if (lost > 0) pad(lost, placeOf(frame));
      const off = timeline.correct(t, frame.length, () => isQuiet(frame));
      if (off < 0) fill(-off);
      const pcm = off > 0 ? frame.subarray(off) : frame;
      if (pcm.length === 0) return;
      const at = placeOf(pcm);
      const isPaused = room.pauses.silence(at, pcm, timeline.held);
      parts.write(pcm);
      peaks?.add(at, pcm);
      if (isPaused) {
        decimator = null; // what it holds is from before the pause
        return;
      }
      if (isMixed) room.mix?.add(at, pcm);
      if (!room.feed.isOn) return;
      decimator ??= new Decimator();
      const fromMs = (at - decimator.behind) / RATE;
      room.feed.offer(`${id}/${source}`, fromMs, decimator.push(pcm));
    },
    async end(why) {
      peaks?.end();
      await parts.end(why);
    },
  };
}

/** Null on a full disk: sound comes first. */
function openPeaks(path: string): PeakWriter | null {
  try {
    return new PeakWriter(path);
  } catch {
    return null;
  }
}
