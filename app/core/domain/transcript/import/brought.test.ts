import { expect, test } from "vitest";
import type { ImportOptions, ImportRead } from "./import-result.ts";
import { parseTranscript } from "./parse-transcript.ts";

/** What people bring, as the programs they come from write it. */
function read(file: string | object, options?: ImportOptions): ImportRead {
  const text = typeof file === "string" ? file : JSON.stringify(file);
  const outcome = parseTranscript(new TextEncoder().encode(text), options);
  if (!outcome.isOk) throw new Error(outcome.code);
  return outcome;
}
const said = ({ document: { speakers, segments } }: ImportRead) =>
  segments.map(({ speaker, t0Ms, text }) => [
    speaker === null ? null : speakers[speaker]?.name,
    t0Ms,
    text,
  ]);
const firstEnd = ({ document }: ImportRead) => document.segments[0]?.t1Ms;

const HELLO = [
  ["Mari Kato", 0, "Hello."],
  ["Jonas Weber", 8_000, "Yes."],
];

test.each([
  ["Zoom's saved captions", "[Mari Kato] 14:02:33\nHello.\n\n[Jonas Weber] 14:02:41\nYes.\n"],
  ["with AM and PM", "2:02:33 PM Mari Kato: Hello.\n2:02:41 PM Jonas Weber: Yes.\n"],
  [
    "SubRip",
    "1\n14:02:33,000 --> 14:02:35,000\nMari Kato: Hello.\n\n2\n14:02:41,000 --> 14:02:45,000\nJonas Weber: Yes.\n",
  ],
  [
    "WebVTT",
    "WEBVTT\n\n14:02:33.000 --> 14:02:35.000\n<v Mari Kato>Hello.</v>\n\n14:02:41.000 --> 14:02:45.000\n<v Jonas Weber>Yes.</v>\n",
  ],
])("times of the clock count from the first: %s", (_, file) => {
  const outcome = read(file);
  expect(said(outcome)).toEqual(HELLO);
  expect(outcome.clock).toEqual({ kind: "day", firstMs: ((14 * 60 + 2) * 60 + 33) * 1_000 });
  expect(outcome.document.startedAt).toBeNull();
});

test.each([
  [
    "a day in each line",
    "2026-11-20 14:02:33 Mari Kato: Hello.\n2026-11-20 14:02:41 Jonas Weber: Yes.\n",
  ],
  [
    "instants of JSON",
    [
      { speaker: "Mari Kato", start: "2026-11-20T05:02:33Z", text: "Hello." },
      { speaker: "Jonas Weber", start: "2026-11-20T05:02:41Z", text: "Yes." },
    ],
  ],
  [
    "seconds from 1970",
    [
      { speaker: "Mari Kato", start: 1_795_150_953, end: 1_795_150_955.5, text: "Hello." },
      { speaker: "Jonas Weber", start: 1_795_150_961, end: 1_795_150_962, text: "Yes." },
    ],
  ],
])("where the file has a day, that is when the call began: %s", (_, file) => {
  const outcome = read(file, { zone: "Asia/Tokyo" });
  expect(said(outcome)).toEqual(HELLO);
  expect(outcome.document.startedAt).toBe("2026-11-20T05:02:33.000Z");
});

test("midnight goes on, and noon of a clock that counts to twelve", () => {
  const late = read("[A B] 23:59:55\nHello.\n\n[C D] 00:00:05\nYes.\n\n[A B] 00:10:00\nBye.\n");
  expect(said(late).map(([, at]) => at)).toEqual([0, 10_000, 605_000]);
  const noon = read("12:59:58 Mari: Hello.\n1:00:02 Jonas: Yes.\n");
  expect(said(noon).map(([, at]) => at)).toEqual([0, 4_000]);
  const over = read(
    "1\n23:59:58,000 --> 00:00:01,000\nHello.\n\n2\n00:00:03,000 --> 00:00:04,000\nYes.\n",
  );
  expect(firstEnd(over)).toBe(3_000);
  expect(over.faults).toEqual([]);
});

test("times of a call stay, also where it begins late; who knows better says so", () => {
  const late = "[00:12:00] Mari: Hello.\n[00:12:08] Jonas: Yes.\n";
  expect(said(read(late))[0]?.[1]).toBe(720_000);
  expect(said(read(late, { clock: "day" }))[0]?.[1]).toBe(0);
  const tape = "[01:00:05] Mari: Hello.\n[01:00:13] Jonas: Yes.\n";
  expect(said(read(tape))[0]?.[1]).toBe(0);
  expect(said(read(tape, { clock: "call" }))[0]?.[1]).toBe(3_605_000);
});

const SPEAKERS = [
  ["Speaker 1", 1_000, "Hello."],
  ["Speaker 2", 5_000, "Yes."],
];
test.each([
  ["name, time, words", "Speaker 1    00:00:01    Hello.\nSpeaker 2    00:00:05    Yes.\n"],
  ["one space between", "Speaker 1 00:00:01 Hello.\nSpeaker 2 00:00:05 Yes.\n"],
  ["time, name, words by tabs", "00:00:01\tSpeaker 1\tHello.\n00:00:05\tSpeaker 2\tYes.\n"],
  ["words, time, name", "Hello.\t0:01\tSpeaker 1\nYes.\t0:05\tSpeaker 2\n"],
  ["a bracket in the middle", "Speaker 1 [00:00:01] Hello.\nSpeaker 2 [00:00:05] Yes.\n"],
  ["a table", "Text,Start,Speaker\nHello.,0:01,Speaker 1\nYes.,0:05,Speaker 2\n"],
  [
    "a table of Excel in Germany",
    "sep=;\nSpeaker;Start;Text\nSpeaker 1;0:01;Hello.\nSpeaker 2;0:05;Yes.\n",
  ],
  ["a Japanese table", "話者\t開始\t内容\nSpeaker 1\t0:01\tHello.\nSpeaker 2\t0:05\tYes.\n"],
])("names, times and words in any order: %s", (_, file) => {
  const outcome = read(file);
  expect(said(outcome)).toEqual(SPEAKERS);
  expect([outcome.timing, outcome.leftOut]).toEqual(["given", []]);
});

test.each([
  [
    "text of Premiere, 24 frames",
    "00:00:01:12 - 00:00:05:03\nSpeaker 1\nHello there.\n\n00:00:06:18 - 00:00:07:00\nSpeaker 2\nYes.\n",
    [1_500, 6_750],
  ],
  [
    "drop frames on tape, 30 frames",
    "01:00:00;00 - 01:00:01;15\nSpeaker 1\nHello there.\n\n01:00:02;29 - 01:00:05;00\nSpeaker 2\nYes.\n",
    [0, 2_967],
  ],
  [
    "table of Premiere",
    '"Speaker Name","Start Time","End Time","Text"\n"Speaker 1","00:00:01:12","00:00:05:03","Hello there."\n"Speaker 2","00:00:06:18","00:00:07:00","Yes."\n',
    [1_500, 6_750],
  ],
])("frames are a fraction: %s", (_, file, starts) => {
  expect(said(read(file))).toEqual([
    ["Speaker 1", starts[0], "Hello there."],
    ["Speaker 2", starts[1], "Yes."],
  ]);
});

test("a line that is only a time anchors what follows: Meet, YouTube", () => {
  const meet = read(
    "Team sync (2026-11-20 14:02 GMT+9) - Transcript\nAttendees\nMari Kato, Jonas Weber\nTranscript\n00:00:00\nMari Kato: Hello.\nJonas Weber: Yes.\n00:05:00\nMari Kato: The price.\nMeeting ended after 00:05:12\n",
  );
  expect(said(meet)).toEqual([
    ["Mari Kato", 0, "Hello."],
    ["Jonas Weber", expect.any(Number), "Yes."],
    ["Mari Kato", 300_000, "The price."],
  ]);
  expect(meet.timing).toBe("between");
  expect(meet.leftOut).toHaveLength(5);
  expect(meet.leftOut[0]).toEqual({
    at: { line: 1 },
    text: "Team sync (2026-11-20 14:02 GMT+9) - Transcript",
  });
  const youtube = read("0:00\nhello and welcome\n0:05\nto the call\n0:09\nso\n");
  expect(said(youtube)).toEqual([
    [null, 0, "hello and welcome"],
    [null, 5_000, "to the call"],
    [null, 9_000, "so"],
  ]);
  expect(youtube.timing).toBe("given");
});

test("captions that roll up are read once; people who say the same twice are heard twice", () => {
  const rolled = (line: string, again: string, at: number) =>
    `00:00:0${at}.000 --> 00:00:0${at + 2}.000\n${line}\n${again}\n\n00:00:0${at + 2}.000 --> 00:00:0${at + 2}.010\n${again}\n \n\n`;
  const youtube = read(
    `WEBVTT\nKind: captions\nLanguage: en\n\n${rolled(" ", "hello<00:00:00.500><c> and</c>", 0)}${rolled("hello and", "welcome to", 2)}${rolled("welcome to", "the call", 4)}`,
  );
  expect(said(youtube)).toEqual([
    [null, 0, "hello and"],
    [null, 2_000, "welcome to"],
    [null, 4_000, "the call"],
  ]);
  const twice = "WEBVTT\n\n".concat(
    ...[0, 2, 4, 6, 8].map((at) => `00:00:0${at}.000 --> 00:00:0${at + 1}.000\nYes.\n\n`),
  );
  expect(said(read(twice))).toHaveLength(5);
});

const TWO = [
  [null, 0, "Hello there"],
  [null, 3_000, "Yes"],
];
test.each([
  [
    "text",
    "[00:00:00.000 --> 00:00:03.000]   Hello there\n[00:00:03.000 --> 00:00:04.000]   Yes\n",
  ],
  ["table in ms", 'start,end,text\n0,3000,"Hello there"\n3000,4000,"Yes"\n'],
  ["table with tabs", "start\tend\ttext\n0\t3000\tHello there\n3000\t4000\tYes\n"],
  ["lyrics", "[00:00.00] Hello there\n[00:03.00] Yes\n"],
  [
    "JSON",
    {
      result: { language: "en" },
      transcription: [
        {
          timestamps: { from: "00:00:00,000", to: "00:00:03,000" },
          offsets: { from: 0, to: 3_000 },
          text: " Hello there",
        },
        {
          timestamps: { from: "00:00:03,000", to: "00:00:04,000" },
          offsets: { from: 3_000, to: 4_000 },
          text: " Yes",
        },
      ],
    },
  ],
  [
    "JSON without numbers",
    {
      transcription: [
        { timestamps: { from: "00:00:00,000", to: "00:00:03,000" }, text: " Hello there" },
        { timestamps: { from: "00:00:03,000", to: "00:00:04,000" }, text: " Yes" },
      ],
    },
  ],
])("whisper and whisper.cpp: %s", (_, file) => {
  expect(said(read(file))).toEqual(TWO);
});

test("pieces of words become words, with their times", () => {
  const piece = (text: string, from: number, to: number) => ({ text, offsets: { from, to }, p: 1 });
  const { document } = read({
    transcription: [
      {
        offsets: { from: 0, to: 1_500 },
        text: " Hello there.",
        tokens: [
          piece("[_BEG_]", 0, 0),
          ...[piece(" Hel", 0, 300), piece("lo", 300, 600)],
          ...[piece(" there", 700, 1_200), piece(".", 1_200, 1_500)],
        ],
      },
    ],
  });
  expect(document.segments[0]?.words.map(({ text, endMs }) => [text, endMs])).toEqual([
    ["Hello", 600],
    ["there.", 1_500],
  ]);
});

const SERVICES: [name: string, document: object][] = [
  [
    "YouTube",
    {
      events: [
        { tStartMs: 1_000, dDurationMs: 2_000, segs: [{ utf8: "Hello " }, { utf8: "there." }] },
      ],
    },
  ],
  [
    "Azure",
    {
      recognizedPhrases: [
        {
          offsetInTicks: 10_000_000,
          durationInTicks: 20_000_000,
          nBest: [{ display: "Hello there." }],
        },
      ],
    },
  ],
  [
    "Rev",
    {
      monologues: [
        {
          speaker: 0,
          elements: [
            { type: "text", value: "Hello", ts: 1, end_ts: 1.5 },
            { type: "punct", value: " " },
            { type: "text", value: "there", ts: 1.5, end_ts: 3 },
            { type: "punct", value: "." },
          ],
        },
      ],
    },
  ],
  [
    "Amazon",
    {
      results: {
        items: [
          {
            type: "pronunciation",
            start_time: "1.0",
            end_time: "1.5",
            alternatives: [{ content: "Hello" }],
          },
          {
            type: "pronunciation",
            start_time: "1.5",
            end_time: "3.0",
            alternatives: [{ content: "there" }],
          },
          { type: "punctuation", alternatives: [{ content: "." }] },
        ],
      },
    },
  ],
  [
    "Google",
    {
      results: [
        {
          alternatives: [
            {
              transcript: "Hello there.",
              words: [
                { word: "Hello", startTime: "1s", endTime: "1.500s" },
                { word: "there.", startTime: "1.500s", endTime: "3s" },
              ],
            },
          ],
        },
      ],
    },
  ],
  [
    "Deepgram",
    {
      results: {
        channels: [
          {
            alternatives: [
              {
                transcript: "Hello there.",
                words: [
                  { punctuated_word: "Hello", start: 1, end: 1.5 },
                  { punctuated_word: "there.", start: 1.5, end: 3 },
                ],
              },
            ],
          },
        ],
      },
    },
  ],
  [
    "Gong",
    {
      callTranscripts: [
        { transcript: [{ sentences: [{ start: 1_000, end: 3_000, text: "Hello there." }] }] },
      ],
    },
  ],
  [
    "a meeting bot",
    [
      {
        words: [
          { text: "Hello", start_timestamp: { relative: 1 }, end_timestamp: { relative: 1.5 } },
          { text: "there.", start_timestamp: { relative: 1.5 }, end_timestamp: { relative: 3 } },
        ],
      },
    ],
  ],
];
test.each(SERVICES)("JSON of %s", (_, document) => {
  const outcome = read(document);
  expect(outcome.document.segments).toMatchObject([
    { t0Ms: 1_000, t1Ms: 3_000, text: "Hello there." },
  ]);
  expect(outcome.faults).toEqual([]);
});

test("sparse talk stays in seconds, ms stay ms, and who knows better says so", () => {
  const rows = (unit: number) => ({
    segments: [
      { start: 0, end: 60 * unit, text: "ok" },
      { start: 120 * unit, end: 180 * unit, text: "yes" },
    ],
  });
  expect(said(read(rows(1)))[1]?.[1]).toBe(120_000);
  expect(said(read(rows(1_000)))[1]?.[1]).toBe(120_000);
  const unclear = { segments: [{ start: 0, end: 600, text: "okay then" }] };
  expect([read(unclear).unit, firstEnd(read(unclear))]).toEqual(["ms", 600]);
  expect(firstEnd(read(unclear, { unit: "s" }))).toBe(600_000);
});

test("small negatives are 0; what cannot be read is counted with its entry, and the words are kept", () => {
  expect(said(read({ segments: [{ start: -0.02, end: 1.5, text: "hello" }] }))).toEqual([
    [null, 0, "hello"],
  ]);
  const outcome = read({
    segments: [
      { start: 1.5, end: 2, text: "one" },
      { start: 4, end: 3.2, text: "two" },
      { start: "soon", end: "later", text: "three" },
      { start: 8.5, end: 9.5, text: "four" },
      { start: 9.5, end: 9.9, text: { de: "fünf" } },
    ],
  });
  expect(outcome.faults.map(({ code, at }) => [code, at])).toEqual([
    ["transcript_reversed", { row: 2 }],
    ["transcript_time", { row: 3 }],
  ]);
  expect(outcome.leftOut.map(({ at }) => at)).toEqual([{ row: 5 }]);
  expect(said(outcome).map(([, , text]) => text)).toEqual(["one", "two", "three", "four"]);
  expect(said(outcome)[2]?.[1]).toBeLessThan(8_500);
});

test("text above the first time, and a block of captions without times, are kept or listed", () => {
  const srt = read("Made by hand\n\n1\n00:00:01,000 --> 00:00:02,000\nHello.\n");
  expect(srt.leftOut).toEqual([{ at: { line: 1 }, text: "Made by hand" }]);
  const vtt = read(
    "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Mari>Hello.\n\nstill Mari.\n\n<v Jonas>Yes.\n\n00:05.000 --> 00:06.000\n<v Mari>Good.\n",
  );
  expect(said(vtt)).toEqual([
    ["Mari", 1_000, "Hello. still Mari."],
    ["Jonas", expect.any(Number), "Yes."],
    ["Mari", 5_000, "Good."],
  ]);
});

test("documents and markup are refused by what they are", () => {
  const codeOf = (text: string) => {
    const outcome = parseTranscript(new TextEncoder().encode(text));
    return outcome.isOk ? null : outcome.code;
  };
  expect(codeOf("%PDF-1.7 …")).toBe("transcript_document");
  expect(codeOf("PK\u0003\u0004word/document.xml")).toBe("transcript_document");
  expect(codeOf('<?xml version="1.0"?><tt><body/></tt>')).toBe("transcript_markup");
  expect(codeOf("{\\rtf1\\ansi Hello}")).toBe("transcript_markup");
  expect(
    codeOf("14:02:33\t From Mari Kato to Everyone:\n\tHello\n14:02:41\t From Jo : Yes\n"),
  ).toBe("transcript_chat");
  expect(codeOf("14:02:33 From Mari Kato To Everyone: Hello\n14:02:41 From Jo: Yes\n")).toBe(
    "transcript_chat",
  );
});

test("words that look like times stay words", () => {
  const { document } = read("00:05 am I audible\n00:09 yes you are\n");
  expect(document.segments.map(({ text }) => text)).toEqual(["am I audible", "yes you are"]);
  expect(said(read("00:01-00:03 Mari: Hello\n00:03-00:05 Jonas: Yes\n"))).toEqual([
    ["Mari", 1_000, "Hello"],
    ["Jonas", 3_000, "Yes"],
  ]);
});
