import type { PlayerSettings } from "#app/core/domain/account/player-settings.ts";
import { type LanePeaks, quietFromPeaks, skipPlan } from "#app/core/domain/call/quiet.ts";
import type { RangeMs } from "#app/core/domain/views.ts";
import { createEmitter, createStore, type ReadableStore } from "#app/ui/browser/store.ts";
import { clampRate } from "./player-settings.ts";
import { savedMs, skipTarget } from "./skip.ts";

/** The part of HTMLMediaElement the store uses. */
export type MediaPort = Pick<
  HTMLMediaElement,
  | "currentTime"
  | "duration"
  | "paused"
  | "src"
  | "muted"
  | "volume"
  | "playbackRate"
  | "preservesPitch"
  | "play"
  | "pause"
  | "addEventListener"
  | "removeEventListener"
>;
export type SoloLane = { trackId: string; offsetMs: number; audioUrl: string | null };
export type PlayerSource = {
  durationMs: number;
  lanes: readonly SoloLane[];
  /** Silences known without the waveform; the waveform's are better and replace them. */
  silences: readonly RangeMs[];
  /** A range is all there is to play: jumps end at its edges and do not lift it. */
  isBounded?: boolean;
};
export type PlayerState = {
  isPlaying: boolean;
  /** Pressed play, and the sound is still on its way. */
  isWaiting: boolean;
  hasFailed: boolean;
  solo: string | null;
  range: RangeMs | null;
  durationMs: number;
  /** Time that skipping saves at this speed. */
  savesMs: number;
  settings: PlayerSettings;
};
export type Clock = {
  now: () => number;
  requestFrame: (tick: () => void) => number;
  cancelFrame: (id: number) => void;
};
export const browserClock: Clock = {
  now: () => performance.now(),
  requestFrame: (tick) => requestAnimationFrame(tick),
  cancelFrame: (id) => cancelAnimationFrame(id),
};
/** `isSeek` tells a jump from a walk. */
type OnPosition = (ms: number, isSeek: boolean) => void;
export type PlayerStore = ReadableStore<PlayerState> & {
  positionMs: () => number;
  /** The position, each frame while playing and after each seek. Answers what ends the listening. */
  onPosition: (listener: OnPosition) => () => void;
  play: () => void;
  pause: () => void;
  toggle: () => void;
  seek: (ms: number) => void;
  seekBy: (deltaMs: number) => void;
  rate: (rate: number) => void;
  volume: (volume: number) => void;
  mute: (isMuted: boolean) => void;
  skipSilence: (isSkipping: boolean) => void;
  keep: (settings: Partial<PlayerSettings>) => void;
  /** Plays only this lane, at the same time; null goes back to everybody. */
  solo: (trackId: string | null) => void;
  /** Plays only this stretch and stops at its end; null lifts it. */
  range: (range: RangeMs | null) => void;
  waveform: (lanes: readonly LanePeaks[]) => void;
  attach: (main: MediaPort, voice: MediaPort) => () => void;
};

const FOLLOW_EVERY_MS = 500;
const FOLLOW_WITHIN_MS = 120;

/**
 * One player: `main` is the mix (or the video), `voice` the lane heard alone. Where the sounding
 * file does not reach (a lane that begins later than the call), the wall clock carries the position.
 */
export function createPlayerStore(
  source: PlayerSource,
  initial: PlayerSettings,
  save?: (settings: PlayerSettings) => void,
  clock: Clock = browserClock,
): PlayerStore {
  const positions = createEmitter<Parameters<OnPosition>>();
  let quiet: readonly RangeMs[] = source.silences;
  let peaks: readonly LanePeaks[] | null = null;
  let plan = skipPlan(quiet, initial.silenceMs);
  let state: PlayerState = {
    isPlaying: false,
    isWaiting: false,
    hasFailed: false,
    solo: null,
    range: null,
    durationMs: source.durationMs,
    savesMs: savedMs(plan, initial.rate),
    settings: initial,
  };
  let media: { main: MediaPort; voice: MediaPort } | null = null;
  let parkedMs = 0;
  let gap: { fromMs: number; at: number } | null = null;
  let frame: number | null = null;
  let timer: ReturnType<typeof setInterval> | null = null;
  let followedAt = 0;

  const laneAlone = () => source.lanes.find((lane) => lane.trackId === state.solo);
  const offsetMs = () => laneAlone()?.offsetMs ?? 0;
  const active = () => (media === null ? null : state.solo === null ? media.main : media.voice);
  const { set: hold, ...held } = createStore(state);
  const set = (change: Partial<PlayerState>) => {
    state = { ...state, ...change };
    hold(state);
  };
  const emitPosition = positions.emit;
  const positionMs = () => {
    const element = active();
    if (element === null) return parkedMs;
    if (gap !== null) {
      const walkedMs = state.isPlaying ? (clock.now() - gap.at) * state.settings.rate : 0;
      return Math.min(state.durationMs, gap.fromMs + walkedMs);
    }
    return Math.min(state.durationMs, element.currentTime * 1000 + offsetMs());
  };

  /** Puts the sounding file at a time of the call, or parks it where the file does not reach. */
  const place = (ms: number) => {
    parkedMs = ms;
    const element = active();
    if (element === null || media === null) return;
    const inFileMs = ms - offsetMs();
    const lengthMs = Number.isFinite(element.duration) ? element.duration * 1000 : Infinity;
    if (inFileMs < 0 || inFileMs >= lengthMs) {
      gap = { fromMs: ms, at: clock.now() };
      element.pause();
    } else {
      gap = null;
      element.currentTime = inFileMs / 1000;
      if (state.isPlaying) start(element);
    }
    if (state.solo !== null) media.main.currentTime = ms / 1000;
  };
  const start = (element: MediaPort) => {
    element.playbackRate = state.settings.rate;
    element.play().catch((error: unknown) => {
      // A pause or a new source that overtakes play() is no failure.
      if (error instanceof DOMException && error.name === "AbortError") return;
      stop({ hasFailed: !(error instanceof DOMException && error.name === "NotAllowedError") });
    });
  };
  const stop = (change: Partial<PlayerState> = {}) => {
    parkedMs = positionMs();
    if (gap !== null) gap = { fromMs: parkedMs, at: clock.now() };
    media?.main.pause();
    media?.voice.pause();
    if (frame !== null) clock.cancelFrame(frame);
    if (timer !== null) clearInterval(timer);
    frame = null;
    timer = null;
    set({ isPlaying: false, isWaiting: false, ...change });
  };

  /** A picture whose sound is off follows the lane that is heard. */
  const follow = (ms: number) => {
    if (media === null || state.solo === null || !("videoWidth" in media.main)) return;
    if (clock.now() - followedAt < FOLLOW_EVERY_MS) return;
    followedAt = clock.now();
    if (Math.abs(media.main.currentTime * 1000 - ms) > FOLLOW_WITHIN_MS)
      media.main.currentTime = ms / 1000;
  };
  const step = () => {
    const ms = positionMs();
    const jump = state.settings.isSkipping ? skipTarget(plan, ms) : null;
    if (state.range && ms >= state.range.t1Ms) {
      stop();
      place(state.range.t1Ms);
      emitPosition(state.range.t1Ms, false);
      return;
    }
    if (ms >= state.durationMs) {
      stop();
      emitPosition(state.durationMs, false);
      return;
    }
    if (jump !== null && jump < state.durationMs) place(jump);
    else if (gap !== null && gap.fromMs < offsetMs() && ms >= offsetMs()) place(ms);
    follow(ms);
    emitPosition(jump ?? ms, false);
  };
  const tick = () => {
    frame = null;
    if (!state.isPlaying) return;
    frame = clock.requestFrame(tick);
    step();
  };

  const store: PlayerStore = {
    ...held,
    positionMs,
    onPosition: positions.subscribe,
    play: () => {
      const element = active();
      if (state.isPlaying || element === null) return;
      const from = positionMs();
      const end = state.range?.t1Ms ?? state.durationMs;
      set({ isPlaying: true, hasFailed: false });
      // At the end, play begins again.
      place(from >= end - 50 ? (state.range?.t0Ms ?? 0) : from);
      if (state.solo !== null && media !== null && "videoWidth" in media.main) start(media.main);
      frame ??= clock.requestFrame(tick);
      // Frames stop in a hidden tab; the sound does not, so skips and ends must not either.
      timer ??= setInterval(step, 250);
    },
    pause: () => {
      if (state.isPlaying) stop();
    },
    toggle: () => {
      if (state.isPlaying) stop();
      else store.play();
    },
    seek: (ms) => {
      const bounds = (source.isBounded === true && state.range) || null;
      const [first, last] = [bounds?.t0Ms ?? 0, bounds?.t1Ms ?? state.durationMs];
      const to = Math.min(last, Math.max(first, Math.round(ms)));
      if (state.range && (to < state.range.t0Ms || to > state.range.t1Ms)) set({ range: null });
      place(to);
      emitPosition(to, true);
    },
    seekBy: (deltaMs) => store.seek(positionMs() + deltaMs),
    rate: (rate) => store.keep({ rate: clampRate(rate) }),
    volume: (volume) => store.keep({ volume: Math.min(1, Math.max(0, volume)), isMuted: false }),
    mute: (isMuted) => store.keep({ isMuted }),
    skipSilence: (isSkipping) => store.keep({ isSkipping }),
    keep: (change) => {
      // The wall clock is read at the old speed before the new one counts.
      const ms = positionMs();
      const settings = { ...state.settings, ...change };
      if (gap !== null) gap = { fromMs: ms, at: clock.now() };
      plan = skipPlan(quietFor(settings.silenceMs), settings.silenceMs);
      set({ settings, savesMs: savedMs(plan, settings.rate) });
      save?.(settings);
      apply();
    },
    solo: (trackId) => {
      const lane = source.lanes.find((entry) => entry.trackId === trackId);
      if (media === null || trackId === state.solo || (trackId !== null && !lane?.audioUrl)) return;
      const ms = positionMs();
      active()?.pause();
      gap = null;
      if (lane?.audioUrl) media.voice.src = lane.audioUrl;
      set({ solo: trackId, hasFailed: false });
      apply();
      place(ms);
      if (state.isPlaying && trackId !== null && "videoWidth" in media.main) start(media.main);
    },
    range: (range) => {
      set({ range });
      if (range) store.seek(range.t0Ms);
    },
    waveform: (lanes) => {
      peaks = lanes;
      plan = skipPlan(quietFor(state.settings.silenceMs), state.settings.silenceMs);
      set({ savesMs: savedMs(plan, state.settings.rate) });
    },
    attach: (main, voice) => {
      const parked = parkedMs;
      media = { main, voice };
      // A picture that came later brings elements of its own: the lane that is heard alone goes on in them.
      const alone = laneAlone()?.audioUrl;
      if (alone) voice.src = alone;
      apply();
      if (parked > 0) place(parked);
      const undo = [main, voice].map((element) => hear(element));
      return () => {
        stop();
        for (const remove of undo) remove();
        media = null;
      };
    },
  };

  function quietFor(minMs: number): readonly RangeMs[] {
    quiet = peaks === null ? source.silences : quietFromPeaks(peaks, state.durationMs, minMs);
    return quiet;
  }
  function apply() {
    if (media === null) return;
    const { rate, volume, isMuted } = state.settings;
    for (const element of [media.main, media.voice]) {
      element.preservesPitch = true;
      element.playbackRate = rate;
      element.volume = volume;
    }
    media.main.muted = isMuted || state.solo !== null;
    media.voice.muted = isMuted;
  }
  function hear(element: MediaPort): () => void {
    const onTime = () => {
      if (element === active() && !state.isPlaying && gap === null)
        emitPosition(positionMs(), false);
    };
    const onWaiting = () => {
      if (element === active() && state.isPlaying) set({ isWaiting: true });
    };
    const onPlaying = () => {
      if (element === active() && state.isWaiting) set({ isWaiting: false });
    };
    const onPause = () => {
      // Headphones pulled out, another app: the browser paused, the state follows.
      if (element !== active() || !element.paused || !state.isPlaying) return;
      if (gap === null && !hasEnded(element)) stop();
    };
    const onEnded = () => {
      if (element !== active() || !state.isPlaying) return;
      const ms = positionMs();
      if (state.solo === null || ms >= state.durationMs - 300) stop();
      else gap = { fromMs: ms, at: clock.now() };
    };
    const onError = () => {
      if (element === active()) stop({ hasFailed: true });
    };
    const onLength = () => {
      const lengthMs = Math.round(element.duration * 1000);
      if (state.durationMs === 0 && Number.isFinite(lengthMs)) set({ durationMs: lengthMs });
    };
    const heard = [
      ["loadedmetadata", onLength],
      ["timeupdate", onTime],
      ["waiting", onWaiting],
      ["playing", onPlaying],
      ["pause", onPause],
      ["ended", onEnded],
      ["error", onError],
    ] as const;
    for (const [type, listener] of heard) element.addEventListener(type, listener);
    return () => {
      for (const [type, listener] of heard) element.removeEventListener(type, listener);
    };
  }
  return store;
}

function hasEnded(element: MediaPort): boolean {
  return Number.isFinite(element.duration) && element.currentTime >= element.duration - 0.05;
}
