import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRoom, type Room } from "#media/fixtures/room.ts";
import { FfmpegError } from "./media-error.ts";
import { mixPlan } from "./plan/mix.ts";
import { pcmPlan } from "./plan/pcm.ts";
import type { FfmpegPlan } from "./plan/plan.ts";
import { runTool } from "./probe.ts";
import { parsePosition, runFfmpeg, runLimits } from "./run.ts";

let room: Room;
beforeAll(async () => {
  room = await openRoom();
});
afterAll(() => room.close());

const never = new AbortController().signal;

test("progress comes in milliseconds and the CPU limit is written for the sandbox", async () => {
  const cwd = await room.job();
  await room.make(cwd, ["-f", "lavfi", "-i", "sine=d=30", "a.wav"]);
  const seen: number[] = [];
  await runFfmpeg(pcmPlan({ name: "a.wav", demuxer: "wav", audioIndex: 0, output: "a.pcm" }), {
    tools: room.tools,
    cwd,
    signal: never,
    durationMs: 30_000,
    onProgressMs: (ms) => seen.push(ms),
  });
  expect(seen.at(-1)).toBe(30_000);
  expect((await stat(join(cwd, "a.pcm"))).size).toBe(30 * 16_000 * 2);
  expect(await readFile(join(cwd, "limits"), "utf8")).toBe("600\n");
});

test.each([
  ["size=     100kB time=00:01:02.50 bitrate= 1 speed=1x", 62_500],
  ["frame=   12 fps=0.0 q=-1.0 size=0kB time=01:00:00.04 bitrate=0", 3_600_040],
  ["size=N/A time=N/A bitrate=N/A speed=N/A", 0],
  ["size=0kB time=-00:00:00.02 bitrate=N/A", 0],
  ["[mov @ 0x1] time=00:00:01.00 of a title", null],
])("%s is position %s", (line, position) => {
  expect(parsePosition(line)).toBe(position);
});

test("limits grow with the sound, and an unknown length counts as the longest", () => {
  expect(runLimits(1000)).toEqual({ wallMs: 300_000, stallMs: 60_000, cpuSeconds: 600 });
  expect(runLimits(3_600_000)).toEqual({ wallMs: 14_400_000, stallMs: 60_000, cpuSeconds: 7200 });
  expect(runLimits(null)).toEqual(runLimits(21_600_000));
});

test("a file that is not what it was said to be is an error with ffmpeg's own words", async () => {
  const cwd = await room.job();
  await room.make(cwd, ["-f", "lavfi", "-i", "sine=d=0.1", "a.wav"]);
  const run = runFfmpeg(
    pcmPlan({ name: "a.wav", demuxer: "mov", audioIndex: 0, output: "a.pcm" }),
    { tools: room.tools, cwd, signal: never },
  );
  const error = await run.catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(FfmpegError);
  expect(error instanceof FfmpegError && error.stderrTail).toContain("Invalid data");
});

test.each(["-f lavfi", "; touch pwned", "$(touch pwned)", "a\nb", "'; -i /etc/passwd"])(
  "an option with the text %j is one argument",
  async (title) => {
    const cwd = await room.job();
    await room.make(cwd, ["-f", "lavfi", "-i", "sine=d=0.1", "a.wav"]);
    const plan: FfmpegPlan = {
      inputs: [{ name: "a.wav", demuxer: "wav", options: [] }],
      outputs: [
        { name: "a.flac", options: ["-map", "0:0", "-metadata", `title=${title}`, "-f", "flac"] },
      ],
    };
    await runFfmpeg(plan, { tools: room.tools, cwd, signal: never });
    const { stdout } = await runTool(
      "ffprobe",
      ["-v", "error", "-show_entries", "format_tags", "-of", "json", "a.flac"],
      { cwd, timeoutMs: 10_000 },
    );
    expect(JSON.parse(stdout)).toMatchObject({ format: { tags: { title } } });
    await expect(stat(join(cwd, "pwned"))).rejects.toThrow("ENOENT");
  },
);

test("a mix is as long as the lane that ends last, each lane at its own time", async () => {
  const cwd = await room.job();
  await room.make(cwd, ["-f", "lavfi", "-i", "sine=440:d=1", "-c:a", "aac", "a.m4a"]);
  await room.make(cwd, ["-f", "lavfi", "-i", "sine=880:d=2", "-c:a", "libopus", "b.ogg"]);
  await runFfmpeg(
    mixPlan([
      { name: "a.m4a", demuxer: "mov", audioIndex: 0, offsetMs: 0 },
      { name: "b.ogg", demuxer: "ogg", audioIndex: 0, offsetMs: 1500 },
    ]),
    { tools: room.tools, cwd, signal: never },
  );
  await runFfmpeg(pcmPlan({ name: "mix.m4a", demuxer: "mov", audioIndex: 0, output: "mix.pcm" }), {
    tools: room.tools,
    cwd,
    signal: never,
  });
  const pcm = await readFile(join(cwd, "mix.pcm"));
  expect(Math.abs(pcm.length / 32 - 3500)).toBeLessThan(25);
  const loudest = (fromMs: number, toMs: number) => {
    let most = 0;
    for (let at = fromMs * 16; at < toMs * 16; at++)
      most = Math.max(most, Math.abs(pcm.readInt16LE(at * 2)));
    return most;
  };
  expect(loudest(200, 800)).toBeGreaterThan(3000);
  expect(loudest(1150, 1400)).toBeLessThan(100);
  expect(loudest(1700, 3300)).toBeGreaterThan(3000);
  await rm(cwd, { recursive: true });
});
