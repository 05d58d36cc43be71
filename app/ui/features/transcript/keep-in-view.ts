/** Part of the window, from its top, in which the line that is read should stand. */
const READING = 0.34;
const LOWEST = 0.72;

/** Pixels at the top that sticking controls cover. */
export function stickyTop(): number {
  const stuck = document.querySelector<HTMLElement>("[data-sticks]");
  if (!stuck || getComputedStyle(stuck).position !== "sticky") return 0;
  return Math.max(0, stuck.getBoundingClientRect().bottom);
}

/** Scrolls the page so that a row stands in the upper middle; not at all when it can be read where it is. */
export function keepInView(row: HTMLElement, when: "hidden" | "always"): void {
  const box = row.getBoundingClientRect();
  const isFine = box.top >= stickyTop() && box.top < window.innerHeight * LOWEST;
  if (when === "hidden" && isFine) return;
  const by = box.top - window.innerHeight * READING;
  const isFar = Math.abs(by) > window.innerHeight * 1.5;
  const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  window.scrollBy({ top: by, behavior: isFar || isCalm ? "auto" : "smooth" });
}
