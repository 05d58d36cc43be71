import { readStored, writeStored } from "#app/ui/browser/storage.ts";
import { STEP_KINDS, type StepKind } from "./moment-marks.ts";
import { SILENCE_MS } from "./skip.ts";

/** What a person keeps between calls (product §10.5). */
export type PlayerSettings = {
  rate: number;
  volume: number;
  isMuted: boolean;
  isSkipping: boolean;
  /** The shortest silence that is skipped. */
  silenceMs: number;
  /** Single keys of product §8.9 act. */
  hasKeys: boolean;
  /** Timeline layers that are switched off. */
  hidden: string[];
  /** What "next" and "previous" go to. */
  stepKind: StepKind;
};

export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75, 3] as const;
export const DEFAULT_SETTINGS: PlayerSettings = {
  rate: 1,
  volume: 1,
  isMuted: false,
  isSkipping: false,
  silenceMs: SILENCE_MS,
  hasKeys: true,
  hidden: [],
  stepKind: "question",
};

/** The nearest allowed speed: 0.5–3 in steps of 0.25. */
export function clampRate(rate: number): number {
  if (!Number.isFinite(rate)) return 1;
  return Math.min(3, Math.max(0.5, Math.round(rate * 4) / 4));
}

/** Settings out of a stored text; whatever is missing, broken or out of range falls back. */
export function parseSettings(text: string | null): PlayerSettings {
  let stored: unknown = null;
  try {
    stored = text === null ? null : JSON.parse(text);
  } catch {
    stored = null;
  }
  if (typeof stored !== "object" || stored === null) return DEFAULT_SETTINGS;
  const values = new Map<string, unknown>(Object.entries(stored));
  const number = (key: string, low: number, high: number, otherwise: number) => {
    const value = values.get(key);
    return typeof value === "number" && value >= low && value <= high ? value : otherwise;
  };
  const flag = (key: string, otherwise: boolean) => {
    const value = values.get(key);
    return typeof value === "boolean" ? value : otherwise;
  };
  const hidden = values.get("hidden");
  const stepKinds: readonly StepKind[] = [...STEP_KINDS, "any"];
  return {
    rate: clampRate(number("rate", 0.5, 3, DEFAULT_SETTINGS.rate)),
    volume: number("volume", 0, 1, DEFAULT_SETTINGS.volume),
    isMuted: flag("isMuted", DEFAULT_SETTINGS.isMuted),
    isSkipping: flag("isSkipping", DEFAULT_SETTINGS.isSkipping),
    silenceMs: number("silenceMs", 500, 10_000, DEFAULT_SETTINGS.silenceMs),
    hasKeys: flag("hasKeys", DEFAULT_SETTINGS.hasKeys),
    hidden: Array.isArray(hidden) ? hidden.filter((entry) => typeof entry === "string") : [],
    stepKind:
      stepKinds.find((kind) => kind === values.get("stepKind")) ?? DEFAULT_SETTINGS.stepKind,
  };
}

export type SettingsStore = {
  load: () => PlayerSettings;
  save: (settings: PlayerSettings) => void;
};

/** Settings in this browser, one entry per person; a browser that refuses storage just forgets. */
export function browserSettings(personId: string): SettingsStore {
  const key = `parley.player.${personId}`;
  return {
    load: () => parseSettings(readStored("local", key)),
    save: (settings) => writeStored("local", key, JSON.stringify(settings)),
  };
}
