import { useEffect } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useTitlePrefix } from "#app/ui/browser/title-prefix.ts";
import { useClosingWarning } from "#app/ui/browser/use-closing-warning.ts";
import { useStore } from "#app/ui/browser/store.ts";
import type { Recorder } from "./recorder.client.ts";
import { URGENT } from "./recorder-state.ts";

const dot = (colour: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="${colour}"/></svg>`)}`;
/** A picture of its own has no part in the page's tokens: their values of now go into it. */
const iconOf = (token: "--live" | "--ink-muted"): string =>
  dot(getComputedStyle(document.documentElement).getPropertyValue(token).trim());

/**
 * While it records, whichever page is open: the tab says so by title and icon, the screen stays on, and closing it asks
 * first.
 */
export function useOnAirTab(recorder: Recorder): void {
  const { t } = useTranslation("recorder");
  const phase = useStore(recorder.state, (state) => state.phase);
  const trouble = useStore(recorder.state, ({ alarms }) =>
    URGENT.find((alarm) => alarms.includes(alarm)),
  );
  const isOn = phase === "recording" || phase === "paused";
  const said =
    trouble === undefined
      ? t(phase === "paused" ? "tab.paused" : "tab.recording")
      : `⚠ ${t(`pill.${trouble}`)}`;
  useTitlePrefix("recorder", isOn ? `${said} · ` : "");
  useClosingWarning(isOn);

  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>("link[rel='icon']");
    if (!isOn || icon === null) return undefined;
    const before = icon.href;
    icon.href = iconOf(phase === "paused" ? "--ink-muted" : "--live");
    return () => {
      icon.href = before;
    };
  }, [isOn, phase]);

  useEffect(() => {
    if (!isOn || !("wakeLock" in navigator)) return undefined;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const take = async () => {
      if (document.visibilityState !== "visible") return;
      const taken = await navigator.wakeLock.request("screen").catch(() => null);
      if (isOver) void taken?.release();
      else lock = taken;
    };
    void take();
    const onVisible = () => void take();
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", onVisible);
      void lock?.release();
    };
  }, [isOn]);
}
