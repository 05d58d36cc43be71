import { describe, expect, test } from "vitest";
import { isBluetooth, listOf, parseDevices } from "./devices.ts";

const info = (kind: MediaDeviceKind, deviceId: string, label: string) => ({
  kind,
  deviceId,
  label,
  groupId: "",
  toJSON: () => ({}),
});

describe("chosen devices", () => {
  test("come back as they were kept", () => {
    expect(parseDevices('{"micId":"a","speakerId":null}')).toEqual({ micId: "a", speakerId: null });
  });

  test("are the system's own where nothing readable was kept", () => {
    for (const text of [null, "", "null", "[]", "{", '{"micId":4,"speakerId":""}'])
      expect(parseDevices(text)).toEqual({ micId: null, speakerId: null });
  });
});

describe("a list of devices", () => {
  test("leaves out the aliases of the system's choice and nameless ones before permission", () => {
    const { mics, speakers } = listOf([
      info("audioinput", "default", "Default - Desk microphone"),
      info("audioinput", "communications", "Communications - Desk microphone"),
      info("audioinput", "", ""),
      info("audioinput", "m1", "Desk microphone (0d8c:0014)"),
      info("audiooutput", "s1", "Headphones"),
      info("videoinput", "v1", "Camera"),
    ]);
    expect(mics).toEqual([{ id: "m1", name: "Desk microphone" }]);
    expect(speakers).toEqual([{ id: "s1", name: "Headphones" }]);
  });
});

test("wireless headsets are told from wired ones by name", () => {
  expect(["AirPods Pro", "Headset (Jabra Hands-Free AG Audio)"].map(isBluetooth)).toEqual([
    true,
    true,
  ]);
  expect(["MacBook Pro Microphone", "Buddy 6G"].map(isBluetooth)).toEqual([false, false]);
});
