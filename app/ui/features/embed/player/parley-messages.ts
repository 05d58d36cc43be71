import type { Lane } from "../player-data.ts";
import type { Asked, Channel } from "./channel.ts";
import type { Sound } from "./sound.ts";
import { type Segment, textOf } from "./words.ts";

const SLOWEST = 0.5;
const FASTEST = 3;

type Hands = {
  setLane: (lane: Lane | null) => void;
  lane: () => Lane | null;
  openTranscript: (isOpen: boolean) => void;
  isTranscriptOpen: () => boolean;
  duration: number;
};

/** Our own messages, version 1; the developer's page of the product describes them. Times are seconds. */
export function speakParley(channel: () => Channel, sound: Sound, hands: Hands) {
  const { audio } = sound;
  const emit = (event: string, value: unknown, to?: string) =>
    channel().send("parley", { event, value }, to);
  const state = () => ({
    ...{ paused: audio.paused, seconds: sound.time(), duration: hands.duration },
    ...{ rate: audio.playbackRate, muted: audio.muted, volume: Math.round(audio.volume * 100) },
    ...{ lane: hands.lane(), transcript: hands.isTranscriptOpen() },
    // `ended`: of what plays; `over`: of the key, for ever.
    ...{ ended: audio.ended || sound.isAtEnd(), over: sound.isOver() },
  });
  const methods: Record<string, (value: unknown, origin: string) => void> = {
    getState: (_value, origin) => emit("state", state(), origin),
    setRate: (value) => {
      if (typeof value !== "number" || !(value >= SLOWEST && value <= FASTEST)) return;
      audio.defaultPlaybackRate = value;
      audio.playbackRate = value;
    },
    setRange: (value) => {
      if (typeof value !== "object" || value === null) return;
      const start: unknown = "start" in value ? value.start : 0;
      const end: unknown = "end" in value ? value.end : null;
      if (typeof start !== "number" || !(start >= 0 && start < hands.duration)) return;
      if (end !== null && (typeof end !== "number" || !(end > start))) return;
      sound.setRange(start, end === null || end >= hands.duration ? null : end);
      emit("range", { start, end });
    },
    setLane: (value) => {
      if (value === "us" || value === "them" || value === null) hands.setLane(value);
    },
    openTranscript: (value) => hands.openTranscript(value !== false),
  };
  for (const name of ["play", "pause", "ended", "ratechange", "volumechange", "seeked"])
    audio.addEventListener(name, () => emit("state", state()));
  return {
    receive: ({ method, value, origin }: Asked) => {
      if (Object.hasOwn(methods, method)) methods[method]?.(value, origin);
    },
    changed: () => emit("state", state()),
    segment: (segment: Segment) =>
      emit("segment", {
        ...{ start: segment.t0Ms / 1_000, end: segment.t1Ms / 1_000 },
        lane: segment.side === "R" ? "us" : segment.side === "C" ? "them" : null,
        ...{ speaker: segment.name, text: textOf(segment) },
      }),
    resize: (height: number) => emit("resize", { height }),
    fail: (code: "ended" | "unplayable" | "autoplay") => emit("error", { code }),
  };
}
