import { useEffect, type RefObject } from "react";

/** Pixels at the top of the window that sticking controls cover now, and once the page is scrolled. */
export function covered(): { now: number; later: number } {
  const cover = { now: 0, later: 0 };
  for (const stuck of document.querySelectorAll<HTMLElement>("[data-sticks]")) {
    const style = getComputedStyle(stuck);
    if (style.position !== "sticky") continue;
    const top = Number.parseFloat(style.top) || 0;
    cover.now = Math.max(cover.now, stuck.getBoundingClientRect().bottom);
    cover.later = Math.max(cover.later, top + stuck.offsetHeight);
  }
  return cover;
}

/** Keeps `--player-cover` at the height of what sticks, so that the panel beside the transcript stands below it. */
export function usePlayerCover(player: RefObject<HTMLElement>): void {
  useEffect(() => {
    const page = document.documentElement;
    const measure = () => page.style.setProperty("--player-cover", `${covered().later}px`);
    const watcher = new ResizeObserver(measure);
    // `display: contents` has no box of its own: what is inside is watched, and the window.
    for (const part of player.current?.children ?? []) watcher.observe(part);
    window.addEventListener("resize", measure);
    measure();
    return () => {
      watcher.disconnect();
      window.removeEventListener("resize", measure);
      page.style.removeProperty("--player-cover");
    };
  }, [player]);
}
