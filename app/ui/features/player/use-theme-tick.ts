import { useEffect, useState } from "react";

/** Counts up whenever the page's colours change: another theme, or the system's when it is followed. */
export function useThemeTick(): number {
  const [tick, setTick] = useState(0);
  useEffect(() => {
    const changed = () => setTick((before) => before + 1);
    const watcher = new MutationObserver(changed);
    watcher.observe(document.documentElement, {
      attributeFilter: ["data-theme", "class"],
    });
    const system = window.matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", changed);
    return () => {
      watcher.disconnect();
      system.removeEventListener("change", changed);
    };
  }, []);
  return tick;
}
