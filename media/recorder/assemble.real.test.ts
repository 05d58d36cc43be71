import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, ffmpegPids, openRoom, type Room } from "#media/fixtures/room.ts";
import { assembleTrack, readRecording } from "./assemble.ts";
import { findGaps } from "./journal-facts.ts";
import type { JournalEntry } from "./journal.ts";
import { countPackets } from "./ogg.ts";
import { openParts } from "./parts.ts";
import { openSink } from "./sink.ts";
import { expectOnTime, folder, heard, jobIn, LADDER, RATE, sound } from "./test-assembly.ts";

let room: Room;
beforeAll(async () => {
  room = await openRoom();
});
afterAll(() => room.close());

test("a killed encoder keeps all but its last page, and says so", async () => {
  const { dir } = await folder(room);
  const killed = join(dir, "killed.ogg");
  const why = await new Promise<string>((resolve) => {
    const sink = openSink(killed, resolve);
    sink.write(sound(0, 8000, LADDER));
    void eventually(async () => (await countPackets(killed).catch(() => 0)) > 300)
      .then(() => ffmpegPids(killed))
      .then((pids) => pids.forEach((pid) => process.kill(pid, "SIGKILL")));
  });
  expect(why).toBe("SIGKILL");
  expect(await countPackets(killed)).toBeGreaterThan(300);
});

test("an encoder that is killed takes nothing with it: the next part begins with what it had not saved", async () => {
  const { dir, say } = await folder(room);
  let n = 0;
  const emit = (entry: JournalEntry) => say(0, 1, entry);
  const parts = openParts("g", "microphone", () => 1000, {
    ...{ dir, attempt: 1, emit, nextNumber: () => n++, isDiskFull: () => false },
  });
  const whole = sound(1000, 9000, LADDER);
  const write = (fromMs: number, toMs: number) => {
    for (let at = fromMs; at < toMs; at += 100)
      parts.write(whole.slice(((at - 1000) * RATE) / 1000, ((at - 900) * RATE) / 1000));
  };
  write(1000, 6200); // in the middle of nothing; the tone of 6 may be unsaved
  await eventually(async () => (await ffmpegPids(join(dir, "g.microphone.a1.0.ogg"))).length === 1);
  const [pid] = await ffmpegPids(join(dir, "g.microphone.a1.0.ogg"));
  process.kill(pid ?? 0, "SIGKILL");
  await eventually(async () => (await ffmpegPids(join(dir, "g.microphone.a1.1.ogg"))).length === 1);
  write(6200, 10_000);
  await parts.end("stop");

  const recording = await readRecording(dir);
  expect(recording.facts.parts.map(({ endCause }) => endCause)).toEqual(["SIGKILL", "stop"]);
  expect(findGaps(recording.facts, recording.endOf, 10_000)).toEqual([]);
  const one = await jobIn(room);
  await assembleTrack({ name: "g.ogg", parts: recording.parts, endMs: 10_000 }, one);
  expectOnTime(await heard(join(one.jobDir, "g.ogg")), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
