import { expect, test } from "vitest";
import { heardLevel, loudness } from "./room-levels.client.ts";

test("how loud another person is stands in the receiver's statistics of their sound", () => {
  const report = new Map<string, object>([
    ["codec", { type: "codec" }],
    ["video", { type: "inbound-rtp", kind: "video", audioLevel: 1 }],
    ["audio", { type: "inbound-rtp", kind: "audio", audioLevel: 0.1 }],
  ]);
  expect(heardLevel(report)).toBe(0.1);
  expect(loudness(heardLevel(report))).toBeGreaterThan(0.5);
});

test("before the first packet nobody is loud", () => {
  expect(heardLevel(new Map([["audio", { type: "inbound-rtp", kind: "audio" }]]))).toBe(0);
  expect(heardLevel(new Map())).toBe(0);
});
