import { useEffect, useState } from "react";
import { readStored, writeStored } from "#app/ui/browser/storage.ts";
import type { PieceStore } from "./piece-store.client.ts";
import type { Recorder } from "./recorder.client.ts";
import type { Sources } from "./sources.client.ts";

export type RecorderKit = {
  recorder: Recorder;
  sources: Sources;
  store: PieceStore;
  deviceId: string;
  tabId: string;
};
/** `noStore`: this browser keeps nothing for pages; `noRecorder`: it cannot record sound; `insecure`: not over https. */
export type NoKit = "noStore" | "noRecorder" | "insecure";

/** What records in this browser for one member; null until its script has come. */
export function useRecorderKit(memberId: string): RecorderKit | NoKit | null {
  const [kit, setKit] = useState<RecorderKit | NoKit | null>(null);
  useEffect(() => {
    let isOver = false;
    let opened: RecorderKit | null = null;
    const open = async () => {
      if (isFromElsewhere()) {
        location.reload();
        return null;
      }
      const [{ openRecorder }, { openSources }, { openPieceStore }, { canRecord }] =
        await Promise.all([
          import("./recorder.client.ts"),
          import("./sources.client.ts"),
          import("./piece-store.client.ts"),
          import("./runs.client.ts"),
        ]);
      if (!("mediaDevices" in navigator)) return "insecure";
      if (!canRecord()) return "noRecorder";
      const store = await openPieceStore(memberId);
      const [deviceId, tabId] = [idIn("local", "parley:device"), idIn("session", "parley:tab")];
      const sources = openSources();
      opened = { recorder: openRecorder(store, sources, tabId), sources, store, deviceId, tabId };
      return opened;
    };
    open().then(
      (made) => {
        if (!isOver) setKit(made);
        else opened?.recorder.close();
      },
      () => {
        if (!isOver) setKit("noStore");
      },
    );
    return () => {
      isOver = true;
      opened?.recorder.close();
    };
  }, [memberId]);
  return kit;
}

/**
 * Devices are allowed by the document, and another page's has none to give: whoever came here without loading this one
 * gets it now.
 */
function isFromElsewhere(): boolean {
  const [loaded] = performance.getEntriesByType("navigation");
  return loaded !== undefined && new URL(loaded.name).pathname !== location.pathname;
}

/** A name of this browser, or of this tab, that a reload keeps. */
function idIn(place: "local" | "session", key: string): string {
  const known = readStored(place, key);
  if (known !== null && /^[0-9a-f]{32}$/.test(known)) return known;
  const made = crypto.randomUUID().replaceAll("-", "");
  writeStored(place, key, made);
  return made;
}

/** What this device is called to its owner elsewhere: "Chrome, Windows". */
export function deviceName(agent: string): string {
  const browser =
    [/Edg\//, /Firefox\//, /Chrome\//, /Safari\//].find((one) => one.test(agent))?.source ?? "";
  const name = { "Edg\\/": "Edge", "Firefox\\/": "Firefox", "Chrome\\/": "Chrome" }[browser];
  const system = ["Windows", "Android", "iPhone", "iPad", "Mac", "Linux"].find((one) =>
    agent.includes(one),
  );
  return [name ?? (browser === "" ? "Browser" : "Safari"), system].filter(Boolean).join(", ");
}
