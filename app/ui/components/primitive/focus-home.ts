/** Where the focus goes on a page when what had it is gone; undefined where the page names nothing. */
export const focusHome = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>("[data-focus-home]")].find(
    // The same thing is drawn for wide and for narrow windows.
    ({ offsetParent }) => offsetParent !== null,
  );
