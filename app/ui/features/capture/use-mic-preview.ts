import { useCallback, useEffect, useRef, useState } from "react";
import { type DeviceList, listOf } from "./devices.ts";
import { createLevelStore, type LevelStore } from "./level-store.ts";
import { openMicPreview, type PreviewSnapshot } from "./mic-preview.client.ts";

const NONE: DeviceList = { mics: [], speakers: [] };

export type Preview = {
  /** Null until somebody asked for it. */
  mic: PreviewSnapshot | null;
  level: LevelStore;
  devices: DeviceList;
  /** Asks for the microphone, or asks again. */
  start: () => void;
};

/**
 * The microphone before a call. Where the browser has permission already it opens by itself; otherwise
 * nobody is asked before they ask.
 * @param isOff the call has the microphone: only the list of devices is kept true
 */
export function useMicPreview(micId: string | null, isOff: boolean): Preview {
  const [mic, setMic] = useState<PreviewSnapshot | null>(null);
  const [tries, setTries] = useState(0);
  const level = useRef<LevelStore>();
  level.current ??= createLevelStore();
  const store = level.current;
  const start = useCallback(() => setTries((before) => before + 1), []);

  useEffect(() => {
    if (isOff || tries > 0) return undefined;
    return onPermission((isGranted) => {
      if (isGranted) start();
    });
  }, [isOff, tries, start]);

  useEffect(() => {
    if (isOff || tries === 0) return undefined;
    const preview = openMicPreview(micId, setMic, store.set);
    return () => preview.close();
  }, [isOff, tries, micId, store]);

  // Names of devices are told once one of them is open.
  const devices = useDeviceList(mic?.state === "ok" || isOff);
  return { mic, level: store, devices, start };
}

/** Says whether the microphone may be opened without a question, now and when that changes. */
function onPermission(say: (isGranted: boolean) => void): () => void {
  const stop = new AbortController();
  const query = async () => {
    if (!("permissions" in navigator)) return;
    const status = await navigator.permissions.query({ name: "microphone" });
    if (stop.signal.aborted) return;
    say(status.state === "granted");
    status.addEventListener("change", () => say(status.state === "granted"), {
      signal: stop.signal,
    });
  };
  // Browsers that do not know the name wait for the button.
  query().catch(() => undefined);
  return () => stop.abort();
}

function useDeviceList(isAllowed: boolean): DeviceList {
  const [devices, setDevices] = useState(NONE);
  useEffect(() => {
    if (!("mediaDevices" in navigator)) return undefined;
    let isOver = false;
    const read = () => {
      void navigator.mediaDevices
        .enumerateDevices()
        .then((found) => {
          if (!isOver) setDevices(listOf(found));
        })
        .catch(() => undefined);
    };
    read();
    navigator.mediaDevices.addEventListener("devicechange", read);
    return () => {
      isOver = true;
      navigator.mediaDevices.removeEventListener("devicechange", read);
    };
  }, [isAllowed]);
  return devices;
}
