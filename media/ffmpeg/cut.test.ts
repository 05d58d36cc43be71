import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRoom, type Room } from "#media/fixtures/room.ts";
import { decode } from "#tests/support/tones.ts";
import { cutMedia } from "./cut.ts";
import { runTool } from "./probe.ts";

const RATE = 48_000;
/** Samples of an AAC frame. */
const FRAME = 1_024;
let room: Room;
beforeAll(async () => {
  room = await openRoom();
});
afterAll(() => room.close());
const { signal } = new AbortController();

const CODECS = {
  aac: ["-c:a", "aac", "-b:a", "96k", "lane.m4a"],
  opus: ["-c:a", "libopus", "-b:a", "64k", "lane.ogg"],
};
/** Twelve seconds of coloured noise: no part of it is like another. */
async function aLane(codec: keyof typeof CODECS, seed: number, name: string) {
  const jobDir = await room.job();
  const noise = ["-f", "lavfi", "-i", `anoisesrc=d=12:c=brown:r=48000:a=0.6:seed=${seed}`];
  await room.make(jobDir, [...noise, ...CODECS[codec].slice(0, -1), name]);
  return jobDir;
}
const near = (samples: Int16Array, from: number, to: number) => samples.subarray(from, to);
/** Pearson's correlation of two stretches of one length. */
function alike(a: Int16Array, b: Int16Array): number {
  let [ab, aa, bb] = [0, 0, 0];
  for (let n = 0; n < Math.min(a.length, b.length); n++) {
    const [x, y] = [a[n] ?? 0, b[n] ?? 0];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa === 0 || bb === 0 ? 0 : ab / Math.sqrt(aa * bb);
}
const loudest = (samples: Int16Array) =>
  samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
const at = (ms: number) => Math.round((ms * RATE) / 1000);

test.each([
  ["aac", "lane.m4a"],
  ["opus", "lane.ogg"],
] as const)(
  "the sound of a cut of %s is that of its range, sample by sample, and nothing else",
  async (codec, name) => {
    const jobDir = await aLane(codec, 1, name);
    const source = await decode(join(jobDir, name), RATE);
    const range = { t0Ms: 3_237, t1Ms: 6_891 };
    const lanes = [{ name, offsetMs: 0, durationMs: 12_000 }];
    const { mix, peaks } = await cutMedia({
      jobDir,
      lanes,
      ranges: [range],
      tools: room.tools,
      signal,
    });
    const heard = await decode(join(jobDir, mix.name), RATE);
    const length = at(range.t1Ms) - at(range.t0Ms);
    expect(Math.abs(heard.length - length)).toBeLessThanOrEqual(FRAME);
    const inside = near(source, at(range.t0Ms), at(range.t1Ms));
    expect(
      alike(near(heard, at(50), length - at(50)), near(inside, at(50), length - at(50))),
    ).toBeGreaterThan(0.97);
    // Behind the end there is a codec's rest at most.
    expect(loudest(near(heard, length + FRAME, heard.length))).toBe(0);
    expect(peaks.map((lane) => lane.length)).toEqual([Math.ceil((range.t1Ms - range.t0Ms) / 100)]);
  },
);

test("tones outside of a range are not in its sound nor in its waveform", async () => {
  const jobDir = await room.job();
  const tone = (hz: number, from: number, to: number) =>
    `0.5*sin(2*PI*${hz}*t)*between(t\\,${from}\\,${to})`;
  const said = [tone(440, 0, 4), tone(660, 5, 6), tone(880, 7, 10)].join("+");
  await room.make(jobDir, [
    "-f",
    "lavfi",
    "-i",
    `aevalsrc=${said}:d=10:s=48000`,
    "-c:a",
    "aac",
    "a.m4a",
  ]);
  const { mix, peaks } = await cutMedia({
    ...{ jobDir, tools: room.tools, signal },
    lanes: [{ name: "a.m4a", offsetMs: 0, durationMs: 10_000 }],
    ranges: [{ t0Ms: 4_000, t1Ms: 7_000 }],
  });
  const heard = await decode(join(jobDir, mix.name), RATE);
  // The neighbours' tones end and begin exactly at the edges: within one frame of them there may be their fade.
  expect(loudest(near(heard, FRAME, at(950)))).toBeLessThan(40);
  expect(loudest(near(heard, at(2_050), at(3_000) - FRAME))).toBeLessThan(40);
  expect(loudest(near(heard, at(1_100), at(1_900)))).toBeGreaterThan(10_000);
  const [lane = new Int8Array()] = peaks;
  expect([...lane].map((peak) => peak > 20)).toEqual(
    Array.from({ length: 30 }, (_, bin) => bin >= 10 && bin < 20),
  );
});

test("lanes are mixed on the call's clock, late and absent ones as silence, and ranges are joined in order", async () => {
  const jobDir = await aLane("aac", 2, "early.m4a");
  const noise = (seed: number) => [
    "-f",
    "lavfi",
    "-i",
    `anoisesrc=d=2:c=brown:r=48000:a=0.4:seed=${seed}`,
  ];
  await room.make(jobDir, [...noise(3), "-c:a", "aac", "late.m4a"]);
  const early = await decode(join(jobDir, "early.m4a"), RATE);
  const late = await decode(join(jobDir, "late.m4a"), RATE);
  const { mix, peaks } = await cutMedia({
    ...{ jobDir, tools: room.tools, signal },
    lanes: [
      { name: "early.m4a", offsetMs: 0, durationMs: 12_000 },
      { name: "late.m4a", offsetMs: 9_000, durationMs: 2_000 },
    ],
    ranges: [
      { t0Ms: 8_500, t1Ms: 10_000 },
      { t0Ms: 1_000, t1Ms: 2_000 },
    ],
  });
  const heard = await decode(join(jobDir, mix.name), RATE);
  expect(Math.abs(heard.length - at(2_500))).toBeLessThanOrEqual(FRAME);
  expect(alike(near(heard, at(100), at(450)), near(early, at(8_600), at(8_950)))).toBeGreaterThan(
    0.97,
  );
  const both = near(early, at(9_100), at(9_900)).map(
    (value, n) => value + (late[at(100) + n] ?? 0),
  );
  expect(alike(near(heard, at(600), at(1_400)), both)).toBeGreaterThan(0.97);
  expect(
    alike(near(heard, at(1_600), at(2_400)), near(early, at(1_100), at(1_900))),
  ).toBeGreaterThan(0.97);
  expect(peaks.map((lane) => lane.length)).toEqual([25, 25]);
  expect([...(peaks[1] ?? [])].slice(0, 5).concat([...(peaks[1] ?? [])].slice(15))).toEqual(
    Array.from({ length: 15 }, () => 0),
  );
});

/** Loudness in LUFS of a stretch, as ffmpeg's own meter reads it. */
async function lufsOf(path: string, fromMs: number, toMs: number): Promise<number> {
  const meter = ["-af", "ebur128=framelog=verbose", "-f", "null", "-"];
  const part = ["-ss", String(fromMs / 1_000), "-t", String((toMs - fromMs) / 1_000)];
  const { stderrTail } = await runTool("ffmpeg", ["-nostdin", "-i", path, ...part, ...meter], {
    cwd: "/",
    timeoutMs: 30_000,
  });
  return Number(/I:\s+(-[\d.]+) LUFS/.exec(stderrTail)?.[1] ?? Number.NaN);
}

test("a whisper and a shout are equally loud, none is clipped, and a silent piece stays silent", async () => {
  const jobDir = await room.job();
  const loud = "if(lt(t\\,4)\\,0.02\\,if(lt(t\\,8)\\,0.9\\,if(lt(t\\,10)\\,0\\,0.2)))";
  const source = `aevalsrc=${loud}*(random(0)*2-1):d=14:s=48000`;
  await room.make(jobDir, ["-f", "lavfi", "-i", source, "-c:a", "flac", "levels.flac"]);
  const ranges = [
    { t0Ms: 500, t1Ms: 3_500 },
    { t0Ms: 4_503, t1Ms: 7_504 },
    { t0Ms: 8_200, t1Ms: 9_700 },
    { t0Ms: 10_500, t1Ms: 13_500 },
  ];
  const { mix, peaks } = await cutMedia({
    ...{ jobDir, tools: room.tools, signal, ranges },
    lanes: [{ name: "levels.flac", offsetMs: 0, durationMs: 14_000 }],
  });
  const path = join(jobDir, mix.name);
  const levels = await Promise.all([
    lufsOf(path, 100, 2_900),
    lufsOf(path, 3_100, 5_900),
    lufsOf(path, 7_600, 10_400),
  ]);
  expect(Math.max(...levels) - Math.min(...levels)).toBeLessThan(0.6);
  const heard = await decode(path, RATE);
  expect(Math.abs(heard.length - at(10_501))).toBeLessThanOrEqual(FRAME);
  expect(loudest(heard)).toBeLessThan(32_767);
  expect(loudest(near(heard, at(6_100), at(7_400)))).toBeLessThan(40);
  // Its waveform is that of what is heard.
  const [lane = new Int8Array()] = peaks;
  const most = (from: number, to: number) => Math.max(...lane.subarray(from, to));
  expect(Math.abs(most(2, 28) - most(78, 103))).toBeLessThan(12);
});

test("twenty ranges of three voices are one clip, joined to within 20 ms", async () => {
  const jobDir = await aLane("aac", 5, "lane-a.m4a");
  const noise = (seed: number) => `anoisesrc=d=12:c=brown:r=48000:a=0.3:seed=${seed}`;
  for (const [seed, name] of [
    [6, "lane-b.m4a"],
    [7, "lane-c.m4a"],
  ] as const)
    await room.make(jobDir, ["-f", "lavfi", "-i", noise(seed), "-c:a", "aac", name]);
  const names = ["lane-a.m4a", "lane-b.m4a", "lane-c.m4a"];
  const sources = await Promise.all(names.map((name) => decode(join(jobDir, name), RATE)));
  const ranges = Array.from({ length: 20 }, (_, n) => ({
    t0Ms: ((n * 7) % 20) * 550 + 13,
    t1Ms: ((n * 7) % 20) * 550 + 1_013,
  }));
  const { mix } = await cutMedia({
    ...{ jobDir, tools: room.tools, signal, ranges },
    lanes: names.map((name) => ({ name, offsetMs: 0, durationMs: 12_000 })),
  });
  const heard = await decode(join(jobDir, mix.name), RATE);
  expect(Math.abs(heard.length - at(20_000))).toBeLessThanOrEqual(at(20));
  for (const [n, { t0Ms }] of ranges.entries()) {
    const stretch = (sound: Int16Array, ms: number) => near(sound, at(ms + 100), at(ms + 900));
    const both = stretch(sources[0] ?? heard, t0Ms).map(
      (value, k) =>
        (value +
          (sources[1]?.[at(t0Ms + 100) + k] ?? 0) +
          (sources[2]?.[at(t0Ms + 100) + k] ?? 0)) /
        3,
    );
    const own = stretch(heard, n * 1_000);
    expect([n, alike(own, both) > 0.97]).toEqual([n, true]);
  }
}, 60_000);
