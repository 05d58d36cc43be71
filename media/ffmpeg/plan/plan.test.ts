import { expect, test } from "vitest";
import type { AudioStream, VideoStream } from "../probe.ts";
import { slicedChannelsPlan, wholeChannelsPlan } from "./channel-sample.ts";
import { mixPlan } from "./mix.ts";
import { type NormaliseRequest, normalisePlan } from "./normalise.ts";
import { pcmPlan } from "./pcm.ts";
import { picturePlan, videoFile } from "./picture.ts";
import { trackSamplesPlan } from "./track-sample.ts";

const audio: AudioStream = {
  index: 1,
  codec: "aac",
  channels: 2,
  sampleRate: 44_100,
  durationMs: 1000,
  startMs: 0,
  isEncrypted: false,
};
const video: VideoStream = {
  index: 0,
  codec: "h264",
  width: 1280,
  height: 720,
  pixelFormat: "yuv420p",
  isAttachedPicture: false,
  isEncrypted: false,
};
const request: NormaliseRequest = {
  name: "original",
  demuxer: "mov",
  audio,
  video: null,
  lanes: "mixed",
  isMended: false,
  maxDurationMs: 21_600_000,
};
const optionsOf = (
  plan: { outputs: readonly { name: string; options: readonly string[] }[] },
  name: string,
) => plan.outputs.find((output) => output.name === name)?.options.join(" ") ?? "";

test("one lane is its own mix, encoded once", () => {
  const plan = normalisePlan(request);
  expect(plan.outputs.map(({ name }) => name)).toEqual(["lane-0.m4a", "lane-0.p8"]);
  expect(plan.mix).toBe("lane-0.m4a");
  expect(plan.lanes).toEqual([{ channel: "all", media: "lane-0.m4a", peakPcm: "lane-0.p8" }]);
});

test("a speaker per channel gives two lanes and their sum", () => {
  const plan = normalisePlan({ ...request, lanes: "channel-per-speaker" });
  expect(plan.outputs.map(({ name }) => name)).toEqual([
    "lane-0.m4a",
    "lane-0.p8",
    "lane-1.m4a",
    "lane-1.p8",
    "mix.m4a",
  ]);
  expect(optionsOf(plan, "lane-0.m4a")).toContain("pan=mono|c0=c0,");
  expect(optionsOf(plan, "lane-1.p8")).toContain("pan=mono|c0=c1,");
  expect(optionsOf(plan, "mix.m4a")).toContain("pan=mono|c0=c0+c1");
});

test("every output of every plan maps its streams and says its format", () => {
  const track = { name: "original", demuxer: "mov", audioIndex: 1 } as const;
  const sliced = slicedChannelsPlan({ ...track, durationMs: 3_600_000 });
  const plans = [
    normalisePlan({ ...request, video, lanes: "channel-per-speaker" }),
    mixPlan([{ ...track, offsetMs: 0 }]),
    pcmPlan({ ...track, output: "speech.pcm" }),
    wholeChannelsPlan({ ...track, durationMs: null }),
    ...(sliced ? [sliced] : []),
  ];
  expect(plans).toHaveLength(5);
  for (const { options } of plans.flatMap((plan) => plan.outputs)) {
    expect(options).toContain("-map");
    expect(options).toContain("-f");
  }
});

test.each([
  [{}, "video.mp4", true],
  [{ pixelFormat: "yuvj420p" }, "video.mp4", true],
  [{ pixelFormat: "yuv422p" }, "video.mp4", false],
  [{ pixelFormat: "yuv420p10le" }, "video.mp4", false],
  [{ pixelFormat: null }, "video.mp4", false],
  [{ codec: "vp8" }, "video.webm", true],
  [{ codec: "vp9" }, "video.webm", true],
  [{ codec: "hevc" }, "video.mp4", false],
  [{ codec: "av1" }, "video.mp4", false],
])("a picture like %o is kept as %s, copied: %s", (change, name, isRemuxed) => {
  expect(videoFile({ ...video, ...change })).toMatchObject({ name, isRemuxed });
});

test("a picture that no allowed decoder reads is left out", () => {
  const plan = normalisePlan({ ...request, video: { ...video, codec: "mpeg4" } });
  expect(plan.video).toBeNull();
  expect(plan.outputs).toHaveLength(2);
});

test.each([
  ["h264", "aac", "-c:v copy -c:a copy -f mp4"],
  ["h264", "opus", "-c:v copy -af aresample=async=1:first_pts=0 -c:a aac"],
  ["vp8", "opus", "-c:v copy -c:a copy -f webm"],
  ["vp9", "aac", "-c:v copy -af aresample=async=1:first_pts=0 -c:a libopus"],
])("%s with %s: %s", (picture, sound, expected) => {
  const plan = normalisePlan({
    ...request,
    audio: { ...audio, codec: sound },
    video: { ...video, codec: picture },
  });
  expect(optionsOf(plan, plan.video?.name ?? "")).toContain(expected);
});

test("a picture that must be encoded does not hold up the sound: it has a command of its own", () => {
  const hevc = { ...video, codec: "hevc" };
  const sound = normalisePlan({ ...request, video: hevc });
  expect(sound.video).toBeNull();
  expect(sound.outputs).toHaveLength(2);
  const file = videoFile(hevc);
  if (!file) throw new Error("hevc is decoded here");
  const plan = picturePlan({ ...request, video: hevc }, file);
  expect(plan.outputs.map(({ name }) => name)).toEqual(["video.mp4"]);
  expect(optionsOf(plan, "video.mp4")).toContain("-c:v libx264 -preset veryfast");
  expect(optionsOf(plan, "video.mp4")).toContain("-t 21600.000");
});

test("sound behind the longest call is not written to any file", () => {
  for (const { options } of normalisePlan({ ...request, video, lanes: "channel-per-speaker" })
    .outputs) {
    expect(options.join(" ")).toContain("-t 21600.000");
  }
});

test("nor is it written for the comparison of tracks", () => {
  const sounds = [{ audio, only: null } as const, { audio, only: null } as const];
  const { outputs } = trackSamplesPlan({ name: "x", demuxer: "mov" }, sounds, 21_602_000);
  expect(outputs).toHaveLength(2);
  for (const { options } of outputs) expect(options.join(" ")).toContain("-t 21602.000");
});

test("lanes of a mix start where they belong", () => {
  const lane = { name: "a.m4a", demuxer: "mov", audioIndex: 0 } as const;
  const graph = mixPlan([
    { ...lane, offsetMs: 0 },
    { ...lane, name: "b.ogg", demuxer: "ogg", offsetMs: 1500.4 },
  ]).outputs[0]?.options[1];
  expect(graph).toContain("[0:0]");
  expect(graph).toContain("adelay=1500:all=1[lane1]");
  expect(graph).toContain("amix=inputs=2:duration=longest:normalize=0");
});

test("only a long track of a container with an index is heard in slices", () => {
  const track = { name: "x", demuxer: "mov", audioIndex: 0, durationMs: 21_600_000 } as const;
  const plan = slicedChannelsPlan(track);
  expect(plan?.inputs).toHaveLength(12);
  expect(plan?.inputs[0]?.options).toEqual(["-ss", "892.500", "-t", "15.000"]);
  expect(plan?.inputs[11]?.options).toEqual(["-ss", "20692.500", "-t", "15.000"]);
  expect(slicedChannelsPlan({ ...track, durationMs: 60_000 })).toBeNull();
  expect(slicedChannelsPlan({ ...track, durationMs: null })).toBeNull();
  expect(slicedChannelsPlan({ ...track, demuxer: "matroska" })).toBeNull();
});
