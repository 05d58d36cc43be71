let watchers = 0;
let isTab = false;

const key = (event: KeyboardEvent) => {
  isTab = event.key === "Tab";
};
const pointer = () => {
  isTab = false;
};

/**
 * Tells focus that somebody moved by Tab from focus that a page gave, as a dialog does on opening. Any number may watch;
 * the document is listened to once.
 * @returns whether the last thing done was pressing Tab, and the end of watching
 */
export function watchTab(): { wasTab: () => boolean; end: () => void } {
  if (watchers === 0) {
    document.addEventListener("keydown", key, { capture: true });
    document.addEventListener("pointerdown", pointer, { capture: true });
  }
  watchers += 1;
  return {
    wasTab: () => isTab,
    end: () => {
      watchers -= 1;
      if (watchers > 0) return;
      document.removeEventListener("keydown", key, { capture: true });
      document.removeEventListener("pointerdown", pointer, { capture: true });
    },
  };
}
