import { expect, test } from "vitest";
import { ownVoice, voiceOfPeers } from "./voice-now.ts";

test.each([
  ["ok", false, "on"],
  ["ok", true, "muted"],
  ["silent", false, "silent"],
  ["silent", true, "muted"],
  ["denied", false, "noMic"],
  ["denied", true, "noMic"],
  ["missing", false, "noMic"],
  ["missing", true, "noMic"],
] as const)("of a microphone that is %s, muted: %s, is heard: %s", (mic, isMuted, voice) => {
  expect(ownVoice({ mic, isMuted })).toBe(voice);
});

test("somebody else is muted by a track that is muted, and without a microphone when there is none", () => {
  expect(voiceOfPeers([])).toBeNull();
  expect(voiceOfPeers([{ isMuted: true, hasMic: false }])).toBe("noMic");
  expect(voiceOfPeers([{ isMuted: true, hasMic: true }])).toBe("muted");
  expect(voiceOfPeers([{ isMuted: false, hasMic: true }])).toBe("on");
  // On two devices at once, one speaks.
  const [off, on] = [
    { isMuted: true, hasMic: false },
    { isMuted: false, hasMic: true },
  ];
  expect(voiceOfPeers([off, on])).toBe("on");
});
