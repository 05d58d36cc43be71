import { readStored, writeStored } from "#app/ui/browser/storage.ts";
import { held, type RecorderKit } from "./held-kit.ts";

/** `noStore`: this browser keeps nothing for pages; `noRecorder`: it cannot record sound; `insecure`: not over https. */
export type NoKit = "noStore" | "noRecorder" | "insecure";

let opening: { memberId: string; kit: Promise<RecorderKit | NoKit> } | null = null;

/** Opens the recorder of a member once in this document; that of another member closes, and keeps what it has. */
export function openKit(memberId: string): Promise<RecorderKit | NoKit> {
  if (opening?.memberId === memberId) return opening.kit;
  held.get()?.kit.recorder.close();
  held.set(null);
  const kit = make(memberId).catch((): NoKit => "noStore");
  const own = { memberId, kit };
  opening = own;
  void kit.then((made) => {
    if (opening !== own) {
      if (typeof made !== "string") made.recorder.close();
    } else if (typeof made === "string") opening = null;
    else held.set({ memberId, kit: made });
  });
  return kit;
}

async function make(memberId: string): Promise<RecorderKit | NoKit> {
  const [{ openRecorder }, { openSources }, { openPieceStore }, { canRecord }] = await Promise.all([
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
  return {
    recorder: openRecorder(store, sources, { tabId, deviceId }),
    sources,
    store,
    deviceId,
    tabId,
  };
}

/** A name of this browser, or of this tab, that a reload keeps. */
function idIn(place: "local" | "session", key: string): string {
  const known = readStored(place, key);
  if (known !== null && /^[0-9a-f]{32}$/.test(known)) return known;
  const made = crypto.randomUUID().replaceAll("-", "");
  writeStored(place, key, made);
  return made;
}
