import { expect, test } from "vitest";
import type { BrowserRun, JoinSource } from "#app/core/domain/recording/recorder-join.server.ts";
import { gapsOf } from "./gap-rows.ts";
import type { JoinedLane, LeftOut } from "./lanes.ts";

type Known = JoinSource["timeline"]["gaps"][number];

const part: BrowserRun = {
  ...{ source: "microphone", participantId: "us", part: "a", mime: "audio/webm;codecs=opus" },
  ...{ startMs: 0, keys: [], lacksPieces: false },
};

/** The gaps of a microphone with sound where its runs are. */
function gaps(
  runs: readonly { fromMs: number; toMs: number; lacksPieces?: boolean; mime?: string }[],
  endMs: number,
  given: {
    known?: Known[];
    pauses?: { t0Ms: number; t1Ms: number }[];
    holes?: JoinedLane["made"]["holes"];
    leftOut?: LeftOut[];
    endReason?: string;
  } = {},
) {
  const lane: JoinedLane = {
    ...{ source: "microphone", participantId: "us", name: "microphone.ogg" },
    parts: runs.map(({ fromMs, toMs: _, ...run }) => ({ ...part, startMs: fromMs, ...run })),
    made: {
      ...{ durationMs: endMs, sizeBytes: 0, sha256: new Uint8Array() },
      ...{ runs: [...runs], holes: given.holes ?? [] },
    },
  };
  const timeline = { pauses: given.pauses ?? [], gaps: given.known ?? [], marks: [] };
  const source = { timeline, endReason: given.endReason ?? "stopped" };
  return gapsOf(source, lane, given.leftOut ?? [], endMs)
    .toSorted((a, b) => a.t0Ms - b.t0Ms)
    .map(({ t0Ms, t1Ms, cause }) => [t0Ms, t1Ms, cause]);
}

test("what is between two runs is missing for the reason that the browser has, else it was closed", () => {
  const runs = [
    { fromMs: 0, toMs: 2_000 },
    { fromMs: 5_000, toMs: 9_000 },
  ];
  expect(gaps(runs, 9_000)).toEqual([[2_000, 5_000, "closed"]]);
  const known = [{ t0Ms: 3_000, t1Ms: 5_000, cause: "sleep" }];
  expect(gaps(runs, 9_000, { known })).toEqual([[2_000, 5_000, "sleep"]]);
  const pauses = [{ t0Ms: 2_100, t1Ms: 5_000 }];
  expect(gaps(runs, 9_000, { pauses })).toEqual([]);
});

test.each([
  ["stopped", "closed"],
  ["closed", "closed"],
  ["full", "full"],
  ["elsewhere", "elsewhere"],
])("an end that is missing of a recording that was ended by %s: %s", (endReason, cause) => {
  const runs = [{ fromMs: 0, toMs: 40_000 }];
  expect(gaps(runs, 720_000, { endReason })).toEqual([[40_000, 720_000, cause]]);
  // What the browser knows of explains its own stretch of it.
  const known = [{ t0Ms: 300_000, t1Ms: 310_000, cause: "sleep" }];
  expect(gaps(runs, 720_000, { endReason, known })).toEqual([
    [40_000, 299_700, cause],
    [299_700, 310_300, "sleep"],
    [310_300, 720_000, cause],
  ]);
});

test("a gap that was not over ends with the call, in a run as well as behind it", () => {
  const known = [
    { t0Ms: 6_000, t1Ms: 90_000_000, cause: "device", source: "microphone" },
    { t0Ms: 9_000, t1Ms: 90_000_000, cause: "device", source: "tab" },
  ];
  expect(gaps([{ fromMs: 0, toMs: 10_000 }], 10_000, { known })).toEqual([
    [6_000, 10_000, "device"],
  ]);
  expect(gaps([{ fromMs: 0, toMs: 6_000 }], 10_000, { known })).toEqual([
    [6_000, 10_000, "device"],
  ]);
  expect(gaps([{ fromMs: 0, toMs: 20_000 }], 20_000, { known: known.slice(1) })).toEqual([]);
  const later = [{ t0Ms: 10_100, t1Ms: 20_000, cause: "sleep" }];
  expect(gaps([{ fromMs: 0, toMs: 9_000 }], 10_000, { known: later })).toEqual([
    [9_000, 10_000, "closed"],
  ]);
});

test("pieces that are missing in a run are lost, and on the other device where the rest is", () => {
  const holes = [{ fromMs: 4_000, toMs: 6_000 }];
  const run = { fromMs: 0, toMs: 10_000 };
  expect(gaps([run], 10_000, { holes })).toEqual([[4_000, 6_000, "closed"]]);
  const lacking = [{ ...run, lacksPieces: true }];
  expect(gaps(lacking, 10_000, { holes })).toEqual([[4_000, 6_000, "lost"]]);
  const endReason = "elsewhere";
  expect(gaps(lacking, 10_000, { holes, endReason })).toEqual([[4_000, 6_000, "elsewhere"]]);
});

test("MP4 ends where its pieces are missing; WebM that ended later was closed", () => {
  const next = { fromMs: 8_000, toMs: 10_000 };
  const cut = (mime: string) => [{ fromMs: 0, toMs: 4_000, lacksPieces: true, mime }, next];
  expect(gaps(cut("audio/mp4"), 10_000)).toEqual([[4_000, 8_000, "lost"]]);
  expect(gaps(cut("audio/webm"), 10_000)).toEqual([[4_000, 8_000, "closed"]]);
});

test("a run that is left out is a gap with a reason of its own", () => {
  const runs = [
    { fromMs: 0, toMs: 2_000 },
    { fromMs: 6_000, toMs: 8_000 },
  ];
  const run = { source: "microphone", participantId: "us", startMs: 3_000 } as const;
  expect(gaps(runs, 8_000, { leftOut: [{ ...run, cause: "encoder" }] })).toEqual([
    [2_000, 6_000, "encoder"],
  ]);
  expect(gaps(runs, 8_000, { leftOut: [{ ...run, cause: "lost" }] })).toEqual([
    [2_000, 6_000, "lost"],
  ]);
  const ofTab: LeftOut = { ...run, source: "tab", cause: "encoder" };
  expect(gaps(runs, 8_000, { leftOut: [ofTab] })).toEqual([[2_000, 6_000, "closed"]]);
});
