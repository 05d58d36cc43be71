import { useEffect, useRef } from "react";

/** One address, several screens: a reader who cannot see that another one came is brought to its heading. */
export function useFocusOnChange(screen: string): void {
  const before = useRef(screen);
  useEffect(() => {
    if (before.current === screen) return;
    before.current = screen;
    const heading = document.querySelector("h1");
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [screen]);
}
