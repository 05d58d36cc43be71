import { expect, test } from "vitest";
import { factOf } from "./lane-fact.ts";

const HOST = { isHere: true, isOnHold: false, isRecorded: true, role: "host" } as const;
const GUEST = { ...HOST, role: "customer" } as const;

test.each([
  [HOST, true, "on", "lanes.youOn"],
  [HOST, true, "muted", "lanes.youMuted"],
  [HOST, true, "noMic", "lanes.youNoMic"],
  [HOST, true, "silent", "lanes.youSilent"],
  [HOST, false, "on", "lanes.on"],
  [HOST, false, "noMic", "lanes.noMic"],
  [GUEST, false, "on", "lanes.agreed"],
  [GUEST, false, "muted", "lanes.muted"],
  [GUEST, false, "noMic", "lanes.noMic"],
  [{ ...GUEST, isRecorded: false }, false, "noMic", "lanes.unrecorded"],
  [{ ...HOST, isOnHold: true }, true, "noMic", "lanes.youHold"],
  [{ ...HOST, isHere: false }, true, "noMic", "lanes.youOut"],
] as const)("%o, oneself: %s, whose voice is %s, reads %s", (person, isOwn, voice, fact) => {
  expect(factOf(person, isOwn, voice)).toBe(fact);
});
