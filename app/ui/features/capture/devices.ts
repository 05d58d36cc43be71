import { createStoredStore } from "#app/ui/browser/storage.ts";
import { useStore } from "#app/ui/browser/store.ts";

/** Chosen devices by the browser's ids; null is the system's own choice. */
export type Devices = { micId: string | null; speakerId: string | null };

const KEY = "parley:devices";
const SYSTEM: Devices = { micId: null, speakerId: null };
/** Reads what was stored; anything else than two ids is no choice. */
export function parseDevices(text: string | null): Devices {
  if (text === null) return SYSTEM;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return SYSTEM;
    const idOf = (name: string) => {
      const id: unknown = Reflect.get(value, name);
      return typeof id === "string" && id !== "" ? id : null;
    };
    return { micId: idOf("micId"), speakerId: idOf("speakerId") };
  } catch {
    return SYSTEM;
  }
}

const kept = createStoredStore(KEY, parseDevices);

/** Remembers the choice on this device, for every page and the next call. */
export const keepDevices = kept.set;

/** The devices chosen on this machine, and how to choose others. */
export function useDevices(): [Devices, (next: Devices) => void] {
  return [useStore(kept), keepDevices];
}

export type DeviceOption = { id: string; name: string };
export type DeviceList = { mics: DeviceOption[]; speakers: DeviceOption[] };

/**
 * Real devices of a list: browsers add aliases ("default", "communications") of the system's choice, which
 * has a line of its own, and before permission a nameless one.
 */
export function listOf(found: readonly MediaDeviceInfo[]): DeviceList {
  const of = (kind: MediaDeviceKind) =>
    found
      .filter(
        ({ kind: own, deviceId }) =>
          own === kind && !["", "default", "communications"].includes(deviceId),
      )
      .map(({ deviceId, label }) => ({ id: deviceId, name: withoutCodes(label) }));
  return { mics: of("audioinput"), speakers: of("audiooutput") };
}

/** "USB Microphone (0d8c:0014)" → "USB Microphone". */
function withoutCodes(label: string): string {
  return label.replace(/\s*\([0-9a-f]{4}:[0-9a-f]{4}\)$/i, "");
}

/** A wireless headset whose microphone lowers the quality of its sound (live §15). */
export function isBluetooth(name: string): boolean {
  return /bluetooth|airpods|hands-?free|\bbuds\b|\bwh-1000/i.test(name);
}
