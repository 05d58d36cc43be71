import { expect, test } from "vitest";
import { cpuMs } from "#tests/support/cpu-time.ts";
import { IMPORT_LIMITS, type Parsed } from "./import-result.ts";
import { parseJson } from "./json.ts";
import { parseTranscript } from "./parse-transcript.ts";
import { timeReader } from "./time-text.ts";

function read(document: unknown): Parsed {
  const parsed = parseJson(document, timeReader(25, "UTC"));
  if (parsed === null) throw new Error("not read");
  return parsed;
}
const said = ({ cues }: Parsed) =>
  cues.map(({ speaker, startMs, text }) => [speaker, startMs, text.trim()]);
const rowsOut = ({ leftOut = [] }: Parsed) => leftOut.map(({ at }) => at);

const word = (text: string, start: number, speaker?: string | number) => ({
  ...{ word: text, start, end: start + 0.4 },
  ...(speaker !== undefined && { speaker }),
});
const TWO = [
  ["A", 1_100, "Hello there."],
  ["B", 3_000, "Yes."],
];

test.each([
  ["rows of words", 60_000, 3],
  ["rows without words", 100_000, 0],
])("large files are read in seconds: %s", (_, rows, words) => {
  const segments = Array.from({ length: rows }, (__, n) => ({
    ...{ text: "ab ".repeat(words || 1), start: n / 10, end: n / 10 + 0.1 },
    ...(words > 0 && { words: Array.from({ length: words }, () => word("ab", n / 10)) }),
  }));
  let found = 0;
  const took = cpuMs(() => {
    found = read({ segments }).cues.length;
  });
  expect(found).toBe(rows);
  expect(took).toBeLessThan(5_000);
});

test("too many rows or words are refused for their number, before they are read", () => {
  const rows = Array.from({ length: 400_000 }, () => ({ text: "a" }));
  const words = Array.from({ length: 2_000_001 }, () => ({ word: "a" }));
  let found: number[] = [];
  const took = cpuMs(() => {
    found = [read(rows), read({ segments: [{ text: "a", words }] })].map(({ cues }) => cues.length);
  });
  expect(found.every((length) => length > IMPORT_LIMITS.segments)).toBe(true);
  expect(took).toBeLessThan(2_000);
});

test.each([1_795_150_953, 1_795_150_953_000, 1_795_150_953_000_000, 1_795_150_953_000_000_000])(
  "%d counts from 1970",
  (time) => {
    expect(read([{ time, text: "a" }]).cues[0]?.startMs).toBe(1_795_150_953_000);
    expect(read([{ time: String(time), text: "a" }]).cues[0]?.startMs).toBe(1_795_150_953_000);
  },
);

test.each([{ start: 1e300 }, { startMs: 9e15 }, { start: { seconds: "soon" } }])(
  "%j is no time, and the words are kept",
  (times) => {
    const { cues, faults } = read([{ ...times, text: "a" }]);
    expect(cues).toMatchObject([{ startMs: null, text: "a" }]);
    expect(faults.map(({ code, at }) => [code, at])).toEqual([["transcript_time", { row: 1 }]]);
  },
);

const item = (content: string, start: string | null, more: object = {}) => ({
  type: start === null ? "punctuation" : "pronunciation",
  ...(start !== null && { start_time: start, end_time: String(Number(start) + 0.4) }),
  alternatives: [{ content }],
  ...more,
});
const label = (start: string, speaker: string) => ({
  items: [{ start_time: start, speaker_label: speaker }],
});
const googleWord = (text: string, start: string, more: object = {}) => ({
  ...{ word: text, startTime: start, endTime: "4s" },
  ...more,
});
const bit = (text: string, start: number, speaker: string, type = "word") => ({
  ...{ text, start, end: start + 0.3 },
  ...{ speaker_id: speaker, type },
});
const token = (text: string, start: number, speaker: string) => ({
  ...{ text, start_ms: start, end_ms: start + 100, speaker },
});
const spoken = (content: string, start: number, speaker: string, type = "word") => ({
  ...{ type, start_time: start, end_time: start + 0.3 },
  alternatives: [{ content, speaker }],
});

test.each<[name: string, document: object]>([
  [
    "WhisperX, a word without a speaker",
    {
      segments: [
        {
          ...{ start: 1.1, end: 4, text: " Hello there. Yes.", speaker: "A" },
          words: [word("Hello", 1.1, "A"), { word: "there." }, word("Yes.", 3, "B")],
        },
      ],
    },
  ],
  [
    "Google's last result says everything again",
    {
      results: [
        {
          alternatives: [
            {
              transcript: "Hello there.",
              words: [
                googleWord("Hello", "1.1s", { speakerTag: 0 }),
                googleWord("there.", "1.5s", { speakerTag: 0 }),
              ],
            },
          ],
        },
        { alternatives: [{ transcript: " Yes.", words: [googleWord("Yes.", "3s")] }] },
        {
          alternatives: [
            {
              words: [
                googleWord("Hello", "1.1s", { speakerLabel: "A" }),
                googleWord("there.", "1.5s", { speakerLabel: "A" }),
                googleWord("Yes.", "3s", { speakerLabel: "B" }),
              ],
            },
          ],
        },
      ],
    },
  ],
  [
    "Google's labels within a result",
    {
      results: [
        {
          alternatives: [
            {
              transcript: "Hello there. Yes.",
              words: [
                { word: "Hello", startOffset: "1.1s", endOffset: "2s", speakerLabel: "A" },
                { word: "there.", startOffset: "1.5s", endOffset: "2s", speakerLabel: "A" },
                { word: "Yes.", startOffset: "3s", endOffset: "4s", speakerLabel: "B" },
              ],
            },
          ],
        },
      ],
    },
  ],
  [
    "Amazon's list of labels",
    {
      results: {
        speaker_labels: { segments: [label("1.1", "A"), label("1.5", "A"), label("3.0", "B")] },
        items: [
          ...[item("Hello", "1.1"), item("there", "1.5"), item(".", null)],
          ...[item("Yes", "3.0"), item(".", null)],
        ],
      },
    },
  ],
  [
    "Amazon's channels",
    {
      results: {
        channel_labels: {
          channels: [
            {
              channel_label: "A",
              items: [item("Hello", "1.1"), item("there", "1.5"), item(".", null)],
            },
            { channel_label: "B", items: [item("Yes", "3.0"), item(".", null)] },
          ],
        },
        items: [item("Hello", "1.1"), item("Yes", "3.0"), item("there", "1.5")],
      },
    },
  ],
  [
    "Amazon's segments, whose items say more",
    {
      results: {
        items: [
          ...[item("Hello", "1.1", { id: 0, speaker_label: "A" })],
          ...[item("there", "1.5", { id: 1, speaker_label: "A" }), item(".", null, { id: 2 })],
          ...[item("Yes", "3.0", { id: 3, speaker_label: "B" }), item(".", null, { id: 4 })],
        ],
        audio_segments: [{ transcript: "Hello there. Yes.", items: [0, 1, 2, 3, 4] }],
      },
    },
  ],
  [
    "AssemblyAI's words",
    {
      ...{ text: "Hello there. Yes.", utterances: null },
      words: [
        { text: "Hello", start: 1_100, end: 1_400, speaker: "A" },
        { text: "there.", start: 1_500, end: 1_900, speaker: "A" },
        { text: "Yes.", start: 3_000, end: 3_300, speaker: "B" },
      ],
    },
  ],
  [
    "Speechmatics",
    {
      results: [
        ...[spoken("Hello", 1.1, "A"), spoken("there", 1.5, "A")],
        ...[spoken(".", 1.8, "A", "punctuation"), spoken("Yes", 3, "B")],
        spoken(".", 3.3, "B", "punctuation"),
      ],
    },
  ],
  [
    "ElevenLabs",
    {
      text: "Hello there. Yes.",
      words: [
        ...[bit("Hello", 1.1, "A"), bit(" ", 1.4, "A", "spacing"), bit("there.", 1.5, "A")],
        ...[bit(" ", 2, "B", "spacing"), bit("Yes.", 3, "B")],
      ],
    },
  ],
  [
    "Soniox",
    {
      tokens: [
        ...[token("Hel", 1_100, "A"), token("lo", 1_200, "A"), token(" there", 1_500, "A")],
        ...[token(".", 1_600, "A"), token(" Yes", 3_000, "B"), token(".", 3_100, "B")],
      ],
    },
  ],
])("the words say who speaks: %s", (_, document) => {
  const parsed = read(document);
  expect(said(parsed)).toEqual(TWO);
  expect([parsed.faults, parsed.leftOut]).toEqual([[], []]);
});

test("Deepgram's words are numbered speakers", () => {
  const words = [word("hello", 1.1, 0), word("there", 1.5, 0), word("yes", 3, 1)];
  const alternatives = [{ transcript: "hello there yes", words }];
  expect(said(read({ results: { channels: [{ alternatives }] } }))).toEqual([
    ["Speaker 0", 1_100, "hello there"],
    ["Speaker 1", 3_000, "yes"],
  ]);
});

test("words without a speaker go with those before them, the first with the row's", () => {
  const words = [word("So", 0.5), word("Hello", 1.1, "A"), { word: "5" }, word("yes", 3, "B")];
  const rows = (speaker: string) => said(read([{ text: "So Hello 5, yes", speaker, words }]));
  expect(rows("B")).toEqual([
    ["B", 500, "So"],
    ["A", 1_100, "Hello 5,"],
    ["B", 3_000, "yes"],
  ]);
  expect(rows("Mari").map(([speaker]) => speaker)).toEqual(["A", "B"]);
});

test("a text that is written otherwise is parted by its words, or is no speaker's", () => {
  const row = (text: string, words: object[]) => ({ segments: [{ text, speaker: "A", words }] });
  const sum = [word("That's", 1.1, "A"), word("five", 1.5, "A"), word("dollars", 2, "A")];
  expect(said(read(row("That's $5. Yes.", [...sum, word("yes", 3, "B")])))).toEqual([
    ["A", 1_100, "That's five dollars"],
    ["B", 3_000, "yes"],
  ]);
  const long = [word("something", 1.1, "A"), word("altogether", 3, "B")];
  expect(said(read(row("Quite another thing.", long)))).toEqual([
    [null, 1_100, "Quite another thing."],
  ]);
  const turkish = [word("İyi", 1.1, "A"), word("Evet", 3, "B")];
  expect(said(read(row("İyi. Evet.", turkish)))).toEqual([
    ["A", 1_100, "İyi."],
    ["B", 3_000, "Evet."],
  ]);
  const few = [word("hm", 1.1, "A"), word("no", 3, "B")];
  expect(said(read(row("It is quite another thing.", few)))).toEqual([
    [null, 1_100, "It is quite another thing."],
  ]);
});

test.each<[name: string, document: unknown, expected: unknown[]]>([
  [
    "Vosk",
    { result: [word("hello", 1.1), word("there", 1.5)], text: "hello there" },
    [[null, 1_100, "hello there"]],
  ],
  [
    "Vosk, several",
    [
      { result: [word("hello", 1.1)], text: "hello" },
      { text: "" },
      { result: [word("yes", 3.1)], text: "yes" },
    ],
    [
      [null, 1_100, "hello"],
      [null, null, ""],
      [null, 3_100, "yes"],
    ],
  ],
  [
    "Gladia",
    { result: { transcription: { utterances: [{ start: 1.5, text: "Hello", speaker: 0 }] } } },
    [["0", 1_500, "Hello"]],
  ],
  [
    "OpenAI's words, with the signs of the text",
    { text: "Hello, there. Yes!", words: [word("Hello", 1.1), word("there", 1.5), word("Yes", 3)] },
    [
      [null, 1_100, "Hello, there."],
      [null, 3_000, "Yes!"],
    ],
  ],
  ["a text alone", { text: "Just one." }, [[null, null, "Just one."]]],
  [
    "lines alone",
    { transcript: "Mari: Hello\n\nJo: Yes" },
    [
      [null, null, "Mari: Hello"],
      [null, null, "Jo: Yes"],
    ],
  ],
  [
    "pairs of times",
    { text: "Hello. Yes", chunks: [{ text: "Hello.", timestamp: [0.5, null] }] },
    [[null, 500, "Hello."]],
  ],
  [
    "participants",
    [{ participant: { id: 1, name: "Mari" }, words: [word("Hello", 1.1)] }],
    [["Mari", 1_100, "Hello"]],
  ],
  ["capital keys", [{ Speaker: "Mari", Start: "0:01", Text: "Hi" }], [["Mari", 1_000, "Hi"]]],
  [
    "sentences with names",
    { sentences: [{ speaker_name: "Mari", text: "Hi", start_time: 1.5, end_time: 2 }] },
    [["Mari", 1_500, "Hi"]],
  ],
])("%s", (_, document, expected) => {
  const parsed = read(document);
  expect(said(parsed)).toEqual(expected);
  expect([parsed.faults, parsed.leftOut]).toEqual([[], []]);
});

test("of several calls the first is read, and the others' turns are listed", () => {
  const call = (...texts: string[]) => ({
    transcript: [
      { speakerId: "1", sentences: texts.map((text) => ({ start: 0, end: 900, text })) },
    ],
  });
  const one = read({ callTranscripts: [{}, call("Hello all")] });
  expect([said(one), rowsOut(one)]).toEqual([[["1", 0, "Hello all"]], []]);
  const several = read({
    callTranscripts: [call("Hello all"), call("Other", "More"), call("Third")],
  });
  expect(said(several)).toEqual([["1", 0, "Hello all"]]);
  expect(rowsOut(several)).toEqual([{ row: 2 }, { row: 3 }, { row: 4 }]);
});

test.each([
  [{ speaker: "B", words_said: "Who knows?" }, true],
  [{ id: "b", alternatives: [{ said: "Who knows?" }] }, true],
  [{ speaker: "B", start: "0:05", id: "b" }, false],
  [null, false],
])("%j without a known text is left out: %s", (row, isLeftOut) => {
  const parsed = read({
    segments: [{ text: "Hello", start: 1.5 }, row, { text: "Yes", start: 3 }],
  });
  expect(said(parsed).map(([, , text]) => text)).toEqual(["Hello", "Yes"]);
  expect(rowsOut(parsed)).toEqual(isLeftOut ? [{ row: 2 }] : []);
});

test.each([
  [
    "utterances of two channels",
    {
      results: {
        utterances: [
          { channel: 0, speaker: 0, start: 0.1, end: 1, transcript: "Hi there." },
          { channel: 1, speaker: 0, start: 1, end: 2, transcript: "Hello you." },
        ],
      },
    },
    ["Channel 0", "Channel 1"],
  ],
  [
    "phrases of two channels",
    {
      recognizedPhrases: [
        {
          channel: 0,
          speaker: 1,
          offsetInTicks: 0,
          durationInTicks: 10_000_000,
          nBest: [{ display: "Hi there." }],
        },
        {
          channel: 1,
          speaker: 1,
          offsetInTicks: 10_000_000,
          durationInTicks: 10_000_000,
          nBest: [{ display: "Hello you." }],
        },
      ],
    },
    ["Channel 0", "Channel 1"],
  ],
  [
    "words of two channels",
    {
      results: [
        {
          type: "word",
          channel: "c1",
          start_time: 0,
          end_time: 0.4,
          alternatives: [{ content: "Hi", speaker: "UU" }],
        },
        {
          type: "word",
          channel: "c2",
          start_time: 0.5,
          end_time: 0.9,
          alternatives: [{ content: "Yo", speaker: "UU" }],
        },
      ],
    },
    ["c1", "c2"],
  ],
])("speakers are counted in each channel: %s", (_, document, names) => {
  const outcome = parseTranscript(new TextEncoder().encode(JSON.stringify(document)));
  expect(outcome.isOk && outcome.document.speakers.map(({ name }) => name)).toEqual(names);
});
