import type { Asked, Channel } from "./channel.ts";
import { EVENTS, METHODS } from "./protocol.ts";
import type { Sound } from "./sound.ts";

const NOT_SUPPORTED = 2;

type Listener = { listener: unknown; origin: string };

/** @param duration in seconds @returns says that something went wrong */
export function speakPlayerJs(channel: () => Channel, sound: Sound, duration: number) {
  const { audio } = sound;
  const listeners = new Map<string, Listener[]>();
  const told = (event: string, value: unknown, { listener, origin }: Listener) =>
    channel().send(
      "player.js",
      {
        event,
        ...(value !== undefined && { value }),
        ...(listener !== undefined && listener !== null && { listener }),
      },
      origin,
    );
  const emit = (event: string, value?: unknown) => {
    for (const listener of listeners.get(event) ?? []) told(event, value, listener);
  };
  const readyValue = () => ({ src: location.href, events: EVENTS, methods: METHODS });
  /** What is still wrong, for who asks only now: the start is refused before any library knows of the player. */
  let wrong: { code: number; msg: string } | null = null;
  const fail = (code: number, msg: string) => {
    wrong = { code, msg };
    emit("error", wrong);
  };

  const actions: Record<string, (value: unknown) => void> = {
    play: () => void sound.play(),
    pause: () => sound.pause(),
    mute: () => (audio.muted = true),
    unmute: () => (audio.muted = false),
    setVolume: (value) => {
      if (isNumber(value)) audio.volume = Math.min(100, Math.max(0, Number(value))) / 100;
    },
    setCurrentTime: (value) => {
      if (isNumber(value)) sound.seek(Number(value));
    },
    setLoop: (value) => (audio.loop = value === true || value === "true"),
  };
  const answers: Record<string, () => unknown> = {
    getPaused: () => audio.paused,
    getMuted: () => audio.muted,
    getVolume: () => Math.round(audio.volume * 100),
    getDuration: () => duration,
    getCurrentTime: () => sound.time(),
    getLoop: () => audio.loop,
  };
  const listen = (event: string, { listener, origin }: Listener) => {
    const known = listeners.get(event) ?? [];
    if (!known.some((one) => one.listener === listener && one.origin === origin)) {
      listeners.set(event, [...known, { listener, origin }]);
      if (event === "error" && wrong !== null) told("error", wrong, { listener, origin });
    }
    if (event === "ready") told("ready", readyValue(), { listener, origin });
  };
  const unlisten = (event: string, { listener, origin }: Listener) =>
    listeners.set(
      event,
      (listeners.get(event) ?? []).filter(
        (one) => one.origin !== origin || (listener !== undefined && one.listener !== listener),
      ),
    );

  audio.addEventListener("playing", () => {
    wrong = null;
  });
  audio.addEventListener("play", () => emit("play"));
  audio.addEventListener("pause", () => emit("pause"));
  audio.addEventListener("ended", () => emit("ended"));
  audio.addEventListener("timeupdate", () =>
    emit("timeupdate", { seconds: sound.time(), duration }),
  );
  audio.addEventListener("progress", () => {
    const { buffered } = audio;
    const until = buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;
    emit("progress", { percent: duration > 0 ? Math.min(1, until / duration) : 0 });
  });
  return {
    ready: () => channel().send("player.js", { event: "ready", value: readyValue() }),
    fail,
    receive: ({ method, value, listener, origin }: Asked) => {
      if (method === "addEventListener") listen(String(value), { listener, origin });
      else if (method === "removeEventListener") unlisten(String(value), { listener, origin });
      else if (Object.hasOwn(answers, method))
        told(method, answers[method]?.(), { listener, origin });
      else if (Object.hasOwn(actions, method)) actions[method]?.(value);
      else emit("error", { code: NOT_SUPPORTED, msg: `Invalid method "${method.slice(0, 40)}"` });
    },
  };
}

const isNumber = (value: unknown): boolean =>
  (typeof value === "number" || (typeof value === "string" && value !== "")) &&
  Number.isFinite(Number(value));
