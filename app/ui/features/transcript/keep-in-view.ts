import { covered } from "#app/ui/features/player/cover.ts";

/** Where in the free part of the window, from its top, the line that is read should stand. */
const READING = 0.22;
const LOWEST = 0.7;

/** Scrolls the page so that a row stands in the upper middle; not at all when it can be read where it is. */
export function keepInView(row: HTMLElement, when: "hidden" | "always"): void {
  // Under another tab it has no place on the page.
  if (!row.checkVisibility({ visibilityProperty: true })) return;
  const box = row.getBoundingClientRect();
  const { now, later } = covered();
  const isFine = box.top >= now && box.top < now + (window.innerHeight - now) * LOWEST;
  if (when === "hidden" && isFine) return;
  const by = box.top - later - (window.innerHeight - later) * READING;
  const isFar = Math.abs(by) > window.innerHeight * 1.5;
  const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  window.scrollBy({ top: by, behavior: isFar || isCalm ? "auto" : "smooth" });
}
