import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useFormat } from "#app/i18n/place.tsx";
import { useKeyAction } from "./key-actions.tsx";
import { usePlayer } from "./player-context.tsx";
import { rateText } from "./player-settings.ts";

const VOLUME_STEP = 0.1;
const FLASH_MS = 1_000;

/** A few words over the controls, heard as well, for a second. */
export function useFlash(): [string, (text: string) => void] {
  const [flash, setFlash] = useState("");
  useEffect(() => {
    if (flash === "") return undefined;
    const timer = setTimeout(() => setFlash(""), FLASH_MS);
    return () => clearTimeout(timer);
  }, [flash]);
  return [flash, useCallback((text: string) => setFlash(text), [])];
}

/** Keys of the transport; `say` is told the speed, the volume and the like that were just chosen. */
export function useTransportKeys(say: (text: string) => void): void {
  const { t } = useTranslation("player");
  const format = useFormat();
  const store = usePlayer();
  const faster = (step: number) => {
    store.rate(store.get().settings.rate + step);
    say(rateText(store.get().settings.rate));
  };
  const louder = (step: number) => {
    store.volume(store.get().settings.volume + step);
    say(t("volumeIs", { volume: format.percent(store.get().settings.volume) }));
  };
  useKeyAction("toggle", store.toggle);
  useKeyAction("back10", () => store.seekBy(-10_000));
  useKeyAction("forward10", () => store.seekBy(10_000));
  useKeyAction("back5", () => store.seekBy(-5_000));
  useKeyAction("forward5", () => store.seekBy(5_000));
  useKeyAction("slower", () => faster(-0.25));
  useKeyAction("faster", () => faster(0.25));
  useKeyAction("jumpTo", (digit) => store.seek((store.get().durationMs * digit) / 10));
  useKeyAction("mute", () => {
    store.mute(!store.get().settings.isMuted);
    say(t(store.get().settings.isMuted ? "isMuted" : "isHeard"));
  });
  useKeyAction("louder", () => louder(VOLUME_STEP));
  useKeyAction("softer", () => louder(-VOLUME_STEP));
  useKeyAction("skipSilence", () => {
    store.skipSilence(!store.get().settings.isSkipping);
    say(t(store.get().settings.isSkipping ? "skipsNow" : "playsAllNow"));
  });
}
