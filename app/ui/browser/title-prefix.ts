import { useEffect } from "react";

/** What may come before the page's title, in this order. */
const SLOTS = ["recorder", "guest", "notices"] as const;
export type TitleSlot = (typeof SLOTS)[number];

const texts = new Map<TitleSlot, string>();
/** The prefix of the title now. */
let written = "";
let watch: MutationObserver | null = null;

/** The title of a page with a prefix; `before` is the prefix it may have now. */
export const prefixed = (title: string, before: string, prefix: string): string =>
  prefix + (title.startsWith(before) ? title.slice(before.length) : title);

function write(): void {
  const prefix = SLOTS.map((slot) => texts.get(slot) ?? "").join("");
  const wanted = prefixed(document.title, written, prefix);
  written = prefix;
  if (document.title !== wanted) document.title = wanted;
}

/**
 * Puts a text before the page's title, "(3) Recordings", on this page and on those that follow; none for an empty one.
 */
export function useTitlePrefix(slot: TitleSlot, text: string): void {
  useEffect(() => {
    texts.set(slot, text);
    write();
    // Each page writes its own title, in the same element or in another one.
    watch ??= new MutationObserver(write);
    watch.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      texts.delete(slot);
      write();
    };
  }, [slot, text]);
}
