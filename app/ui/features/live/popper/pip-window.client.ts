import { sheetsLoaded } from "./sheets-loaded.ts";

/** Document Picture-in-Picture, which TypeScript's DOM does not know yet. */
type PipApi = {
  requestWindow: (size: { width: number; height: number }) => Promise<Window>;
};

const SIZE = { width: 320, height: 480 };

/** Whether a window that stays on top can be had; call `openPip` in the click then. */
export const hasPip = (): boolean => pipApi() !== null;

function pipApi(): PipApi | null {
  const api: unknown = Reflect.get(window, "documentPictureInPicture");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- named by its specification
  return typeof api === "object" && api !== null ? (api as PipApi) : null;
}

/**
 * Opens a window that stays on top, in the looks of this page: its document is ours to fill, once it has its styles.
 * @throws what the browser says outside a click
 */
export async function openPip(): Promise<Window> {
  const api = pipApi();
  if (api === null) throw new Error("No Document Picture-in-Picture here");
  const opened = await api.requestWindow(SIZE);
  const { document: target } = opened;
  const copyLooks = () => {
    target.documentElement.lang = document.documentElement.lang;
    const { theme } = document.documentElement.dataset;
    if (theme !== undefined) target.documentElement.dataset["theme"] = theme;
  };
  copyLooks();
  const sheets = [...document.querySelectorAll('link[rel="stylesheet"], style')].map((sheet) =>
    sheet.cloneNode(true),
  );
  const loaded = sheetsLoaded(sheets.filter((sheet) => sheet.nodeName === "LINK"));
  target.head.append(...sheets);
  target.title = document.title;
  target.body.style.height = "100vh";
  const watcher = new MutationObserver(copyLooks);
  watcher.observe(document.documentElement, { attributeFilter: ["data-theme", "lang"] });
  opened.addEventListener("pagehide", () => watcher.disconnect());
  await loaded;
  return opened;
}

/**
 * An ordinary small window at one of our addresses; a second press brings the same one forward.
 * @returns null where the browser blocks it
 */
export function openPopperWindow(url: string): Window | null {
  const opened = window.open(
    url,
    "parley-popper",
    `popup,width=${SIZE.width},height=${SIZE.height}`,
  );
  opened?.focus();
  return opened;
}
