import { useEffect, useState, type RefObject } from "react";

/** Width of a box in CSS pixels, 0 until it is measured. */
export function useWidth(box: RefObject<HTMLElement>): number {
  const [widthPx, setWidthPx] = useState(0);
  useEffect(() => {
    if (!box.current) return undefined;
    const watcher = new ResizeObserver(([entry]) => {
      if (entry) setWidthPx(Math.round(entry.contentRect.width));
    });
    watcher.observe(box.current);
    return () => watcher.disconnect();
  }, [box]);
  return widthPx;
}
