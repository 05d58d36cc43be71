import type { RefObject } from "react";
import { wordAt, type WordPage } from "#app/core/domain/transcript/wire-decode.ts";
import { usePlayer } from "#app/ui/features/player/player-context.tsx";
import { useBrowserLayoutEffect } from "#app/ui/features/player/use-browser-layout-effect.ts";

/**
 * Lights the word that is heard, by an attribute on its spans: no render, so it follows the sound
 * within a frame.
 */
export function useLitWord(text: RefObject<HTMLElement>, page: WordPage, segment: number): void {
  const store = usePlayer();
  useBrowserLayoutEffect(() => {
    if (text.current === null) return undefined;
    const spans = new Map<number, HTMLElement[]>();
    for (const span of text.current.querySelectorAll<HTMLElement>("[data-word]")) {
      const word = Number(span.dataset["word"]);
      spans.set(word, [...(spans.get(word) ?? []), span]);
    }
    let lit = -1;
    const light = (ms: number) => {
      const word = wordAt(page, segment, ms);
      if (word === lit) return;
      for (const span of spans.get(lit) ?? []) delete span.dataset["lit"];
      for (const span of spans.get(word) ?? []) span.dataset["lit"] = "";
      lit = word;
    };
    light(store.positionMs());
    const stop = store.onPosition(light);
    return () => {
      stop();
      for (const span of spans.get(lit) ?? []) delete span.dataset["lit"];
    };
  });
}
