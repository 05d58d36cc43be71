import { DEFAULT_SETTINGS, type PlayerSettings } from "#app/core/domain/account/player-settings.ts";
import {
  createPlayerStore,
  type Clock,
  type MediaPort,
  type PlayerSource,
} from "./player-store.ts";

/** A sound file that runs on the test's clock: what Chromium's element does, without a sound card. */
export class Tape extends EventTarget implements MediaPort {
  src = "";
  muted = false;
  volume = 1;
  preservesPitch = false;
  paused = true;
  #rate = 1;
  #at = 0;
  #since = 0;
  readonly duration: number;
  readonly now: () => number;
  constructor(seconds: number, now: () => number) {
    super();
    this.duration = seconds;
    this.now = now;
  }
  get currentTime(): number {
    const ranS = this.paused ? 0 : ((this.now() - this.#since) / 1000) * this.#rate;
    return Math.min(this.duration, this.#at + ranS);
  }
  set currentTime(seconds: number) {
    this.#at = seconds;
    this.#since = this.now();
  }
  get playbackRate(): number {
    return this.#rate;
  }
  set playbackRate(rate: number) {
    this.currentTime = this.currentTime;
    this.#rate = rate;
  }
  play(): Promise<void> {
    this.currentTime = this.currentTime;
    this.paused = false;
    return Promise.resolve();
  }
  pause(): void {
    this.currentTime = this.currentTime;
    this.paused = true;
  }
}

/** A player of a minute on a clock of its own, and of what it saves. */
export function aPlayer(
  source: Partial<PlayerSource> = {},
  settings: Partial<PlayerSettings> = {},
) {
  let nowMs = 0;
  let next: (() => void) | null = null;
  const clock: Clock = {
    now: () => nowMs,
    requestFrame: (tick) => {
      next = tick;
      return 1;
    },
    cancelFrame: () => {
      next = null;
    },
  };
  const saved: PlayerSettings[] = [];
  const store = createPlayerStore(
    { durationMs: 60_000, lanes: [], silences: [], ...source },
    { ...DEFAULT_SETTINGS, ...settings },
    (entry) => saved.push(entry),
    clock,
  );
  const main = new Tape(60, () => nowMs);
  const voice = new Tape(20, () => nowMs);
  const detach = store.attach(main, voice);
  /** Lets time pass in frames of 20 ms. */
  const run = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 20) {
      nowMs += 20;
      const tick = next;
      next = null;
      tick?.();
    }
  };
  return { store, main, voice, run, saved, detach, clock };
}
