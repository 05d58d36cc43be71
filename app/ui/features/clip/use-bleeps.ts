import { type MutableRefObject, useEffect, useRef } from "react";
import type { CutMask } from "#app/core/domain/cut/cut.ts";
import { AROUND_MS } from "#app/core/domain/cut/masks.ts";
import type { LaneView } from "#app/core/pages/playback-views.ts";
import { usePlayer } from "#app/ui/features/player/player-context.tsx";
import type { MediaPort } from "#app/ui/features/player/player-store.ts";

/** As the file has it, where ffmpeg makes a sine of 0.125 and the plan 0.4 of that. */
const TONE_HZ = 1_000;
const TONE_LEVEL = 0.05;
/** A voice beside a bleep may lag so much before it is put back. */
const LAG_MS = 80;
/** So long before a bleep the other voices are put in their places, so that they sound with it. */
const READY_MS = 2_000;

/**
 * What is bleeped, while the call plays: the sound of everybody is off there under a tone, and the voices that are not
 * bleeped come from their own tracks, as in the file.
 * @param main the sound of everybody
 * @param masks as the sound can have them (`asHeard`)
 */
export function useBleeps(
  main: MutableRefObject<MediaPort | null>,
  masks: readonly CutMask[],
  lanes: readonly LaneView[],
): void {
  const store = usePlayer();
  const current = useRef(masks);
  useEffect(() => {
    current.current = masks;
  }, [masks]);
  // Nothing of the tracks is fetched for a clip without bleeps.
  const isNeeded = masks.length > 0;
  useEffect(() => {
    if (!isNeeded) return undefined;
    const beside = voices(lanes);
    const tone = aTone();
    let isOn = false;
    const end = () => {
      if (isOn && main.current !== null) main.current.muted = store.get().settings.isMuted;
      isOn = false;
      tone.set(0);
      beside.stop();
    };
    const hear = (ms: number) => {
      const { isPlaying, isWaiting, solo, settings } = store.get();
      const reach = (aheadMs: number) => (mask: CutMask) =>
        ms >= mask.t0Ms - AROUND_MS - aheadMs && ms < mask.t1Ms + AROUND_MS;
      const under = current.current.filter(reach(0));
      // One voice alone is listened to as it is.
      const element = main.current;
      const isHeard = isPlaying && !isWaiting && solo === null;
      if (under.length === 0 || !isHeard || element === null) {
        if (isOn) end();
        const next = current.current.find(reach(READY_MS));
        if (next !== undefined) beside.ready(next.t0Ms - AROUND_MS);
        return;
      }
      isOn = true;
      element.muted = true;
      const volume = settings.isMuted ? 0 : settings.volume;
      tone.set(volume * TONE_LEVEL);
      beside.play(ms, { under, rate: settings.rate, volume });
    };
    const offs = [
      store.onPosition((ms) => hear(ms)),
      store.subscribe(() => {
        if (!store.get().isPlaying) end();
      }),
    ];
    return () => {
      for (const off of offs) off();
      end();
      tone.close();
      beside.close();
    };
  }, [store, main, isNeeded, lanes]);
}

type Now = { under: readonly CutMask[]; rate: number; volume: number };

/** The tracks of people, each played where it is not bleeped and others are. */
function voices(lanes: readonly LaneView[]) {
  const tracks = lanes.flatMap(({ participantId, audioUrl, offsetMs }) => {
    if (audioUrl === null) return [];
    const element = new Audio(audioUrl);
    element.preload = "auto";
    return [{ participantId, offsetMs, element }];
  });
  /** One seek at a time: another would break off the one that is on its way. */
  const place = (element: HTMLAudioElement, ms: number) => {
    if (!element.seeking && Math.abs(element.currentTime * 1_000 - ms) > LAG_MS)
      element.currentTime = ms / 1_000;
  };
  return {
    ready: (ms: number) => {
      for (const { offsetMs, element } of tracks)
        if (element.paused && ms >= offsetMs) place(element, ms - offsetMs);
    },
    play: (ms: number, { under, rate, volume }: Now) => {
      for (const { participantId, offsetMs, element } of tracks) {
        const isBleeped = under.some(
          (mask) => mask.participantId === null || mask.participantId === participantId,
        );
        const atMs = ms - offsetMs;
        if (isBleeped || atMs < 0) {
          element.pause();
          continue;
        }
        element.volume = volume;
        element.playbackRate = rate;
        place(element, atMs);
        if (element.paused) element.play().catch(() => undefined);
      }
    },
    stop: () => {
      for (const { element } of tracks) element.pause();
    },
    close: () => {
      for (const { element } of tracks) {
        element.pause();
        element.removeAttribute("src");
        element.load(); // without it the rest would still be fetched
      }
    },
  };
}

/** A tone of a level from 0 on; made at the first sound of it, when the reader has pressed play. */
function aTone() {
  let made: { context: AudioContext; gain: GainNode } | null = null;
  const make = () => {
    const context = new AudioContext();
    const gain = context.createGain();
    const source = context.createOscillator();
    source.frequency.value = TONE_HZ;
    gain.gain.value = 0;
    source.connect(gain).connect(context.destination);
    source.start();
    return { context, gain };
  };
  return {
    set: (level: number) => {
      if (level > 0) made ??= make();
      if (made !== null) made.gain.gain.setTargetAtTime(level, made.context.currentTime, 0.005);
    },
    close: () => {
      made?.context.close().catch(() => undefined);
    },
  };
}
