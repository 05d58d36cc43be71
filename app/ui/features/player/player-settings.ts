import type { PlayerSettings } from "#app/core/domain/account/player-settings.ts";
import { paths } from "#app/paths.ts";

export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75, 3] as const;
export const rateText = (rate: number): string => `${rate}×`;

/** The nearest allowed speed: 0.5–3 in steps of 0.25. */
export function clampRate(rate: number): number {
  if (!Number.isFinite(rate)) return 1;
  return Math.min(3, Math.max(0.5, Math.round(rate * 4) / 4));
}

/** A slider says many values on its way; the one it stays at is sent. */
const REST_MS = 600;

/** What was chosen in this tab: newer than what any loader of it said. */
let chosen: PlayerSettings | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** @param loaded what the page's loader said */
export const currentSettings = (loaded: PlayerSettings): PlayerSettings => chosen ?? loaded;

/** Keeps settings for the pages of this tab, and with the person's profile for every browser. */
export function saveSettings(settings: PlayerSettings): void {
  if (timer === undefined) addEventListener("pagehide", send);
  chosen = settings;
  clearTimeout(timer);
  timer = setTimeout(send, REST_MS);
}

function send(): void {
  if (timer === undefined) return;
  clearTimeout(timer);
  timer = undefined;
  removeEventListener("pagehide", send);
  fetch(paths.playerSettings(), {
    method: "POST",
    keepalive: true,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(chosen),
  }).catch(() => undefined); // the tab has them, and sends all of them with the next change
}
