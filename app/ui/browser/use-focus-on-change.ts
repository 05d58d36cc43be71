import { useEffect, useRef } from "react";

/** One address, several screens: a reader who cannot see that another one came is brought to its heading. */
export function useFocusOnChange(screen: string): void {
  const before = useRef(screen);
  useEffect(() => {
    if (before.current === screen) return;
    before.current = screen;
    focusHeading();
  }, [screen]);
}

/** The same for a screen that knows nothing of the one before it. @param isNew whether it took the place of another one */
export function useFocusOnArrival(isNew: boolean): void {
  useEffect(() => {
    if (isNew) focusHeading();
  }, [isNew]);
}

function focusHeading(): void {
  const heading = document.querySelector("h1");
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
