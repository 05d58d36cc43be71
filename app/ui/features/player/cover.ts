import { useEffect, type RefObject } from "react";

/**
 * Pixels at the top of the window that sticking controls cover now, and once the page is scrolled.
 * @param what of them; `[data-sticks=frame]` leaves out what itself sticks below the others
 */
export function covered(what = "[data-sticks]"): { now: number; later: number } {
  const cover = { now: 0, later: 0 };
  for (const stuck of document.querySelectorAll<HTMLElement>(what)) {
    const style = getComputedStyle(stuck);
    if (style.position !== "sticky") continue;
    const top = Number.parseFloat(style.top) || 0;
    cover.now = Math.max(cover.now, stuck.getBoundingClientRect().bottom);
    cover.later = Math.max(cover.later, top + stuck.offsetHeight);
  }
  return cover;
}

const FRAME = "[data-sticks=frame]";

/** Keeps `--player-cover` at the height of what sticks, so that what sticks below it knows where. */
export function usePlayerCover(page: RefObject<HTMLElement>): void {
  useEffect(() => {
    const root = document.documentElement;
    const measure = () => root.style.setProperty("--player-cover", `${covered(FRAME).later}px`);
    const watcher = new ResizeObserver(measure);
    for (const part of page.current?.querySelectorAll(FRAME) ?? []) watcher.observe(part);
    window.addEventListener("resize", measure);
    measure();
    return () => {
      watcher.disconnect();
      window.removeEventListener("resize", measure);
      root.style.removeProperty("--player-cover");
    };
  }, [page]);
}
