import { expect, test } from "vitest";
import { findGaps, journalFacts } from "./journal-facts.ts";
import type { JournalEntry, JournalLine, Source } from "./journal.ts";

type Told = [t: number, a: number, entry: JournalEntry];
const facts = (told: Told[]) =>
  journalFacts(
    told.map(([t, a, { type, ...rest }]) => ({ type, a, t, wall: t, ...rest }) as JournalLine), // oxlint-disable-line typescript/no-unsafe-type-assertion -- an entry and its stamp
  );

const start: JournalEntry = { type: "start", call: "c", pid: 1, boot: "b" };
const ready = (paused = false): JournalEntry => ({ type: "ready", paused });
const join = (id: string, here = false): JournalEntry => ({ type: "join", id, here });
const leave = (id: string, why = "CLIENT_INITIATED"): JournalEntry => ({ type: "leave", id, why });
const part = (
  type: "seg" | "segStart",
  n: number,
  startMs: number,
  id = "g:1",
  source: Source = "microphone",
): JournalEntry => ({ type, id, source, file: `${id}.${n}.ogg`, n, startMs, samples: 0 });
const segEnd = (n: number, startMs: number, ms: number, why: string, id = "g:1"): JournalEntry => ({
  ...{ type: "segEnd", id, source: "microphone", file: `${id}.${n}.ogg`, n, startMs },
  ...{ samples: ms * 48, why },
});
const mic = { id: "g:1", source: "microphone" } as const;

test("a call without trouble: attempts, parts with their true start, presence, mute, no gap", () => {
  const call = facts([
    [0, 1, start],
    [300, 1, ready()],
    [900, 1, join("g:1")],
    [1000, 1, part("seg", 1, 1000)],
    [2100, 1, part("segStart", 1, 988)],
    [3000, 1, { type: "mute", ...mic, sid: "s" }],
    [4000, 1, { type: "unmute", ...mic, sid: "s" }],
    [9000, 1, segEnd(1, 988, 8000, "eos")],
    [9001, 1, leave("g:1")],
    [12_000, 1, { type: "finishing", why: "stop" }],
    [12_050, 1, { type: "end", why: "stop", late: 0 }],
  ]);
  expect(call.attempts).toEqual([
    { attempt: 1, pid: 1, boot: "b", startedMs: 0, readyMs: 300, lastMs: 12_050, endedBy: "stop" },
  ]);
  expect(call.parts).toMatchObject([
    { ...mic, attempt: 1, n: 1, startMs: 988, endMs: 8988, endCause: "eos" },
  ]);
  expect(call.presence).toEqual([
    { id: "g:1", joinedMs: 900, leftMs: 9001, leftBy: "CLIENT_INITIATED" },
  ]);
  expect(call.mutes).toEqual([{ ...mic, fromMs: 3000, toMs: 4000 }]);
  expect(findGaps(call)).toEqual([]);
});

test("a killed recorder leaves a gap up to the next attempt's part, as long as packets say", () => {
  const call = facts([
    [0, 1, start],
    [300, 1, ready()],
    [900, 1, join("g:1")],
    [1000, 1, part("segStart", 1, 1000)],
    [9000, 2, start],
    [9300, 2, join("g:1", true)],
    [9301, 2, ready()],
    [9700, 2, part("segStart", 2, 9650)],
    [20_000, 2, segEnd(2, 9650, 10_300, "stop")],
    [20_001, 2, { type: "end", why: "stop", late: 0 }],
  ]);
  expect(call.presence).toEqual([{ id: "g:1", joinedMs: 900, leftMs: null, leftBy: null }]);
  expect(findGaps(call)).toEqual([{ ...mic, fromMs: 9000, toMs: 9650, cause: "recorder" }]);
  const endOf = ({ file }: { file: string }) => (file === "g:1.1.ogg" ? 8700 : null);
  expect(findGaps(call, endOf)).toEqual([{ ...mic, fromMs: 8700, toMs: 9650, cause: "recorder" }]);
});

test("a recorder killed at the end of the call leaves the rest of it as a gap", () => {
  const call = facts([
    [0, 1, start],
    [900, 1, join("g:1")],
    [1000, 1, part("segStart", 1, 1000)],
  ]);
  expect(findGaps(call, () => 8000, 10_000)).toEqual([
    { ...mic, fromMs: 8000, toMs: 10_000, cause: "recorder" },
  ]);
});

test("a dead encoder is a gap only by its packets, and a hand-over with overlap is none", () => {
  const call = facts([
    [0, 1, start],
    [1000, 1, part("segStart", 1, 1000)],
    [5000, 1, segEnd(1, 1000, 4000, "SIGKILL")],
    [5001, 1, part("seg", 2, 5000)],
    [8000, 2, start],
    [8400, 2, ready()],
    [8800, 2, part("segStart", 3, 8700)],
    [9000, 1, segEnd(2, 5000, 4000, "stop")],
    [15_000, 2, segEnd(3, 8700, 6300, "stop")],
  ]);
  expect(findGaps(call)).toEqual([]);
  const endOf = ({ file }: { file: string }) => (file === "g:1.1.ogg" ? 4720 : null);
  expect(findGaps(call, endOf)).toEqual([{ ...mic, fromMs: 4720, toMs: 5000, cause: "encoder" }]);
});

test("whoever left by themselves left no gap, whoever was cut off did", () => {
  const back = (why: string) =>
    findGaps(
      facts([
        [0, 1, start],
        [900, 1, join("g:1")],
        [1000, 1, part("segStart", 1, 1000)],
        [5000, 1, segEnd(1, 1000, 4000, "eos")],
        [5010, 1, leave("g:1", why)],
        [9000, 1, join("g:1")],
        [9200, 1, part("segStart", 2, 9200)],
        [15_000, 1, segEnd(2, 9200, 5800, "stop")],
      ]),
    );
  expect(back("CLIENT_INITIATED")).toEqual([]);
  expect(back("CONNECTION_TIMEOUT")).toEqual([{ ...mic, fromMs: 5000, toMs: 9200, cause: "link" }]);
});

test("a track that ends because the call does is not cut off, however late that is told", () => {
  const over = (why: string) =>
    findGaps(
      facts([
        [0, 1, start],
        [900, 1, join("g:1")],
        [1000, 1, part("segStart", 1, 1000)],
        [5000, 1, segEnd(1, 1000, 4000, "eos")],
        [5200, 1, leave("g:1", why)],
        [5250, 1, { type: "end", why: "ROOM_DELETED", late: 0 }],
      ]),
    );
  expect(over("ROOM_DELETED")).toEqual([]);
  expect(over("ROOM_CLOSED")).toEqual([]);
  expect(over("CONNECTION_TIMEOUT")).toEqual([{ ...mic, fromMs: 5000, toMs: 5200, cause: "link" }]);
});

test("a page that reconnects in full says that it leaves, and what it said meanwhile is lost all the same", () => {
  const call = facts([
    [0, 1, start],
    [900, 1, join("g:1")],
    [1000, 1, part("segStart", 1, 1000)],
    [5000, 1, segEnd(1, 1000, 4000, "eos")],
    [5010, 1, leave("g:1", "CLIENT_INITIATED")],
    [5100, 1, join("g:1")],
    [5600, 1, part("segStart", 2, 5540)],
    [15_000, 1, segEnd(2, 5540, 9460, "stop")],
  ]);
  expect(findGaps(call)).toEqual([{ ...mic, fromMs: 5000, toMs: 5540, cause: "link" }]);
});

test("a skipped person has no gap, a track that nobody could subscribe has one", () => {
  const call = facts([
    [0, 1, start],
    [1000, 1, part("segStart", 1, 1000)],
    [2000, 1, { type: "skip", id: "g:1", on: true }],
    [2001, 1, segEnd(1, 1000, 1000, "skipped")],
    [6000, 1, { type: "skip", id: "g:1", on: false }],
    [6300, 1, part("segStart", 2, 6300)],
    [7000, 1, { type: "notRecording", id: "rep:2", source: "microphone", sid: "s" }],
    [9000, 1, part("segStart", 3, 8990, "rep:2")],
    [12_000, 1, segEnd(2, 6300, 5700, "stop")],
    [12_000, 1, segEnd(3, 8990, 3010, "stop", "rep:2")],
  ]);
  expect(call.skips).toEqual([{ id: "g:1", fromMs: 2000, toMs: 6000 }]);
  expect(findGaps(call)).toEqual([
    { id: "rep:2", source: "microphone", fromMs: 7000, toMs: 8990, cause: "unsubscribed" },
  ]);
});

test("a pause is one span, however many attempts tell of it", () => {
  const call = facts([
    [0, 1, start],
    [1000, 1, { type: "pause", atMs: 1000.5 }],
    [3000, 2, start],
    [3010, 2, { type: "pause", atMs: 3010 }],
    [3300, 2, ready(true)],
    [5000, 1, { type: "resume", atMs: 5400 }],
    [5001, 2, { type: "resume", atMs: 5401 }],
  ]);
  expect(call.pauses).toEqual([{ fromMs: 1000.5, toMs: 5401 }]);
});

test("a resume that no recorder was there to hear ends the pause with the next attempt", () => {
  const call = facts([
    [0, 1, start],
    [1000, 1, { type: "pause", atMs: 1000 }],
    [8000, 2, start],
    [8300, 2, ready(false)],
  ]);
  expect(call.pauses).toEqual([{ fromMs: 1000, toMs: 8000 }]);
});

test("what the recorder says of drops, late sound and lost samples is kept", () => {
  const span = { fromMs: 100, toMs: 300 };
  const call = facts([
    [0, 1, start],
    [1, 1, { type: "asrDrop", ...mic, ...span }],
    [2, 1, { type: "mixLate", ...span }],
    [3, 1, { type: "gap", ...mic, ...span, samples: 9600, cause: "lost" }],
  ]);
  expect(call).toMatchObject({ asrDrops: [{ ...mic, ...span }], late: [span], lastMs: 3 });
  expect(findGaps(call)).toEqual([{ ...mic, ...span, cause: "lost" }]);
});

test("how much was concealed is told per window, also across a new subscription", () => {
  const stats = (receivedSamples: number, concealedSamples: number): JournalEntry => ({
    ...{ type: "stats", rssBytes: 1, late: 0 },
    tracks: [
      {
        ...{ ...mic, receivedSamples, concealedSamples },
        ...{ packetsReceived: 1, packetsLost: 0, jitterBufferMs: 40 },
      },
    ],
  });
  const call = facts([
    [0, 1, start],
    [10_000, 1, stats(240_000, 0)],
    [20_000, 1, stats(720_000, 48_000)],
    [30_000, 1, stats(96_000, 0)],
  ]);
  expect(call.concealed).toEqual([
    { ...mic, fromMs: 5000, toMs: 10_000, share: 0 },
    { ...mic, fromMs: 10_000, toMs: 20_000, share: 0.1 },
    { ...mic, fromMs: 28_000, toMs: 30_000, share: 0 },
  ]);
});

test.each([
  ["nobody said goodbye", [], [{ fromMs: 5000, toMs: 12_000 }]],
  ["they left for good and came back", [leave("g:1")], []],
] as const)("a media server that goes takes the track along: %s", (_, left, rest) => {
  const call = facts([
    [0, 1, start],
    [300, 1, ready()],
    [900, 1, join("g:1")],
    [1000, 1, part("segStart", 1, 1000)],
    [3200, 1, { type: "reconnecting" }],
    [5010, 1, { type: "gap", ...mic, fromMs: 3000, toMs: 5010, samples: 0, cause: "link" }],
    [5020, 1, segEnd(1, 1000, 4000, "eos")],
    ...left.map((one): Told => [5030, 1, one]),
    [12_000, 2, start],
    [12_010, 2, part("segStart", 2, 12_000)],
  ]);
  expect(findGaps(call)).toEqual(
    [{ fromMs: 3000, toMs: 5010 }, ...rest].map((span) => ({ ...mic, ...span, cause: "server" })),
  );
});

test("only what lies in an outage is the media server's fault", () => {
  const dead = (fromMs: number, toMs: number): JournalEntry => ({
    ...{ type: "gap", ...mic, fromMs, toMs, samples: 0, cause: "link" },
  });
  const call = facts([
    [0, 1, start],
    [300, 1, ready()],
    [900, 1, join("g:1")],
    [1000, 1, part("segStart", 1, 1000)],
    [5000, 1, dead(2000, 4500)],
    [8000, 1, { type: "reconnecting" }],
    [9500, 1, { type: "reconnected" }],
    [11_000, 1, dead(7900, 10_900)],
    [20_000, 1, dead(16_000, 19_000)],
  ]);
  expect(call.outages).toEqual([{ fromMs: 8000, toMs: 9500 }]);
  expect(findGaps(call).map(({ cause }) => cause)).toEqual(["link", "server", "link"]);
});
