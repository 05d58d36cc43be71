import { expect, test } from "vitest";
import { recordingFact } from "./recording-fact.ts";

test.each([
  ["recording", false, "ok", "room.recording.you"],
  ["recording", false, "denied", "room.recording.noMic"],
  ["recording", false, "missing", "room.recording.noMic"],
  ["recording", false, "silent", "room.recording.silentMic"],
  ["recording", true, "ok", "room.recording.notYou"],
  ["recording", true, "missing", "room.recording.notYou"],
  ["starting", false, "ok", "room.why.starting"],
  ["starting", false, "denied", "room.recording.noMic"],
  ["offline", false, "ok", "room.why.offline"],
  ["offline", true, "ok", "room.recording.notYou"],
  ["paused", false, "denied", "room.recording.pausedWhy"],
  ["absent", false, "denied", "room.why.absent"],
] as const)(
  "%s, not to be recorded: %s, with a microphone that is %s, reads %s",
  (state, isUnrecorded, mic, fact) => {
    expect(recordingFact(state, isUnrecorded, mic)).toBe(fact);
  },
);
