import { useCallback, useEffect, useState } from "react";
import type { PaletteView } from "#app/core/pages/palette.server.ts";
import { paths } from "#app/paths.ts";

/** A pause in typing. */
const PAUSE_MS = 120;

type Found = {
  /** Of what was typed before, until the next answer is there. */
  view: PaletteView | null;
  isBusy: boolean;
  hasFailed: boolean;
  retry: () => void;
};

const isView = (value: unknown): value is PaletteView =>
  typeof value === "object" && value !== null && "calls" in value && "pages" in value;

/** What the server finds for a text; an answer that comes too late for it is dropped. */
export function useFound(text: string): Found {
  const [view, setView] = useState<PaletteView | null>(null);
  const [answered, setAnswered] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const ask = async () => {
      try {
        const answer = await fetch(paths.palette(text), { signal });
        if (!answer.ok) throw new Error(String(answer.status));
        const found: unknown = await answer.json();
        if (signal.aborted) return;
        if (!isView(found)) throw new Error("no answer of the palette");
        setView(found);
        setFailed(false);
      } catch {
        if (signal.aborted) return;
        setFailed(true);
      }
      setAnswered(text);
    };
    const timer = setTimeout(() => void ask(), text === "" ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, attempt]);
  const retry = useCallback(() => {
    setAnswered(null);
    setAttempt((before) => before + 1);
  }, []);
  return { view, isBusy: answered !== text, hasFailed, retry };
}
