import { useEffect } from "react";
import { countText } from "./count-text.ts";

const COUNT = /^\(\d+\+?\) /;

/** Puts a number before the page's title, "(3) Recordings", on this page and on those that follow; none for zero. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const write = (): void => {
      const bare = document.title.replace(COUNT, "");
      const wanted = count === 0 ? bare : `(${countText(count)}) ${bare}`;
      if (document.title !== wanted) document.title = wanted;
    };
    write();
    // Each page writes its own title, in the same element or in another one.
    const watch = new MutationObserver(write);
    watch.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => watch.disconnect();
  }, [count]);
}
