import { expect, test } from "vitest";
import type { TranscriptDocument } from "../document.ts";
import { EXPORT_FORMATS, writeTranscript } from "../export/export-transcript.ts";
import { cutWords, spreadWords } from "#app/core/domain/words/words.ts";
import type { ImportOptions } from "./import-result.ts";
import { parseTranscript } from "./parse-transcript.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

function read(text: string | Uint8Array, options?: ImportOptions) {
  const outcome = parseTranscript(typeof text === "string" ? bytes(text) : text, options);
  if (!outcome.isOk) throw new Error(outcome.code);
  return outcome;
}
const said = ({ document }: { document: TranscriptDocument }) =>
  document.segments.map(({ speaker, t0Ms, t1Ms, text }) => [
    speaker === null ? null : document.speakers[speaker]?.name,
    t0Ms,
    t1Ms,
    text,
  ]);
function faults(text: string | Uint8Array) {
  const outcome = parseTranscript(typeof text === "string" ? bytes(text) : text);
  return outcome.isOk
    ? outcome.faults.map(({ code, at }) => [code, "line" in at ? at.line : at.row])
    : [[outcome.code, null]];
}

test("VTT: voices, notes, styles, ids, settings, entities and two voices in one cue", () => {
  const outcome = read(
    `\uFEFFWEBVTT - call\r\nLanguage: en-GB\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\nNOTE\r\nnot said --\r\n\r\nintro\r\n00:01.000 --> 00:03.500 align:start position:0%\r\n<v.loud Aki T&amp;K>Hello <i>there</i>,\r\nMaria &lt;3</v>\r\n\r\n00:00:04.000 --> 00:00:06.000\r\n<v Maria>Hi Aki</v>\r\n<v Aki T&amp;K>Fine</v>\r\n`,
  );
  expect(said(outcome)).toEqual([
    ["Aki T&K", 1_000, 3_500, "Hello there, Maria <3"],
    ["Maria", 4_000, 5_200, "Hi Aki"],
    ["Aki T&K", 5_200, 6_000, "Fine"],
  ]);
  expect(outcome.document.language).toBe("en-GB");
});

test("VTT: inner times are the words' times", () => {
  const { document } = read(
    "WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nso<00:00:01.400><c> the</c><00:00:02.000><c> price</c>\n",
  );
  const [segment] = document.segments;
  expect(segment?.timing).toBe("engine");
  expect(segment?.words.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
    ["so", 1_000, 1_400],
    ["the", 1_400, 2_000],
    ["price", 2_000, 3_000],
  ]);
});

test("names before a colon are speakers where the file uses them, also several in one cue", () => {
  const vtt = read(
    "WEBVTT\n\n1\n00:01.000 --> 00:02.000\nAki Tanaka: The thing is: we wait\n\n2\n00:02.000 --> 00:03.000\nand wait\n\n3\n00:03.000 --> 00:05.000\nMaria: No\nAki Tanaka: Yes\n",
  );
  expect(said(vtt)).toEqual([
    ["Aki Tanaka", 1_000, 2_000, "The thing is: we wait"],
    ["Aki Tanaka", 2_000, 3_000, "and wait"],
    ["Maria", 3_000, 3_800, "No"],
    ["Aki Tanaka", 3_800, 5_000, "Yes"],
  ]);
  const none = read(
    "WEBVTT\n\n00:01.000 --> 00:02.000\nThe thing is: we wait\n\n00:02.000 --> 00:03.000\nand wait\n\n00:03.000 --> 00:04.000\nfor you\n\n00:05.000 --> 00:06.000\nagain\n",
  );
  expect(none.document.speakers).toEqual([]);
  expect(none.document.segments[0]?.text).toBe("The thing is: we wait");
});

const cuesOf = (...texts: string[]) =>
  `WEBVTT\n\n${texts
    .map((text, n) => `00:${10 + n}.000 --> 00:${11 + n}.000\n${text}\n`)
    .join("\n")}`;
const whoSaid = (text: string) => said(read(text)).map(([who, , , words]) => [who, words]);

test("a name that returns is a name, whatever signs it holds and however long it is", () => {
  const odd = ["Mari Kato | Parley", "Noor; sales", "Yahoo! Support", "(Host) Jo Alder = us"];
  const long = "Dr. Maria da Conceição de Sousa e Melo of Alder Works";
  for (const name of [...odd, long, "佐藤 健（営業部）！", "a".repeat(90)]) {
    const wanted = [
      [name, "We lift fourteen trucks."],
      ["Jonas Weber", "And in spring?"],
      [name, "Twenty."],
      ["Jonas Weber", "Good."],
    ];
    const cues = wanted.map(([who, words]) => `${who}: ${words}`);
    expect(whoSaid(cuesOf(...cues))).toEqual(wanted);
    expect(whoSaid(cues.join("\n\n"))).toEqual(wanted);
    expect(whoSaid(cues.join("\n"))).toEqual(wanted);
    expect(whoSaid(cues.map((cue, n) => `[00:0${n}] ${cue}`).join("\n"))).toEqual(wanted);
    expect(whoSaid(cuesOf(cues.slice(0, 2).join("\n"), cues.slice(2).join("\n")))).toEqual(wanted);
  }
});

test("a name that is not known is nobody's, and not the one before", () => {
  expect(
    whoSaid(
      cuesOf(
        "Jonas Weber: And in spring?",
        "Mari Kato | Parley: Twenty.",
        "and sometimes more",
        "Jonas Weber: Good.",
      ),
    ),
  ).toEqual([
    ["Jonas Weber", "And in spring?"],
    [null, "Mari Kato | Parley: Twenty."],
    [null, "and sometimes more"],
    ["Jonas Weber", "Good."],
  ]);
});

test("where every cue has a name, one without is nobody's; where names come as they change, it goes on", () => {
  expect(
    whoSaid(cuesOf("Mari: One.", "Mari: Two.", "Three, from nobody.", "Jonas: Four.")),
  ).toEqual([
    ["Mari", "One."],
    ["Mari", "Two."],
    [null, "Three, from nobody."],
    ["Jonas", "Four."],
  ]);
  expect(
    whoSaid(cuesOf("Mari: One.", "and two", "what I want to say is: three", "Jonas: Four.")),
  ).toEqual([
    ["Mari", "One."],
    ["Mari", "and two"],
    ["Mari", "what I want to say is: three"],
    ["Jonas", "Four."],
  ]);
});

test("SRT: counters, tags, comma times and missing blank lines", () => {
  const outcome = read(
    "1\r\n00:00:01,000 --> 00:00:02,000\r\n<i>Aki: Hello</i>\r\n\r\n2\r\n00:00:02,000 --> 00:00:03,500\r\n{\\an8}Maria: Hi\r\n3\r\n00:00:04,000 --> 00:00:05,000\r\nAki: 42\r\n",
  );
  expect(outcome.format).toBe("srt");
  expect(said(outcome)).toEqual([
    ["Aki", 1_000, 2_000, "Hello"],
    ["Maria", 2_000, 3_500, "Hi"],
    ["Aki", 4_000, 5_000, "42"],
  ]);
});

test("JSON: a list of turns in seconds, and the same in milliseconds", () => {
  const turns = (unit: number) =>
    JSON.stringify([
      { speaker: "Aki", start: 0.5 * unit, end: 3 * unit, text: "Hello Maria, how are you today?" },
      { speaker: "Maria", start: 3 * unit, end: 4 * unit, text: "Fine, thanks." },
    ]);
  const expected = [
    ["Aki", 500, 3_000, "Hello Maria, how are you today?"],
    ["Maria", 3_000, 4_000, "Fine, thanks."],
  ];
  expect(said(read(turns(1)))).toEqual(expected);
  expect(said(read(turns(1_000)))).toEqual(expected);
});

test("JSON: whisper's segments with words keep their times and confidence", () => {
  const { document } = read(
    JSON.stringify({
      text: " So the price.",
      language: "en",
      segments: [
        {
          id: 0,
          start: 1,
          end: 2.2,
          text: " So the price.",
          words: [
            { word: " So", start: 1, end: 1.3, probability: 0.91 },
            { word: " the", start: 1.3, end: 1.5, probability: 0.4 },
            { word: " price.", start: 1.5, end: 2.2, probability: 1 },
          ],
        },
      ],
    }),
  );
  expect(document.language).toBe("en");
  expect(document.segments[0]?.words).toEqual([
    { text: "So", startMs: 1_000, endMs: 1_300, confidence: 91, isSpaced: false },
    { text: "the", startMs: 1_300, endMs: 1_500, confidence: 40, isSpaced: true },
    { text: "price.", startMs: 1_500, endMs: 2_200, confidence: 100, isSpaced: true },
  ]);
});

test("JSON: utterances deep inside, with numbered speakers", () => {
  const outcome = read(
    JSON.stringify({
      results: {
        utterances: [
          { speaker: 0, start: 0.1, end: 1, transcript: "hello" },
          { speaker: 1, start: 1, end: 2, transcript: "hi there" },
        ],
      },
    }),
  );
  expect(said(outcome)).toEqual([
    ["0", 100, 1_000, "hello"],
    ["1", 1_000, 2_000, "hi there"],
  ]);
});

test("text with times in brackets, ranges, and headings over their lines", () => {
  expect(
    said(read("[00:01] Aki: Hello there\n[00:04] Maria: Hi\n[1:00:00] Aki: Bye\n")).map(
      ([name, start]) => [name, start],
    ),
  ).toEqual([
    ["Aki", 1_000],
    ["Maria", 4_000],
    ["Aki", 3_600_000],
  ]);
  expect(said(read("[00:01 - 00:03] Aki: Hello\n[00:03 - 00:05] Maria: Hi\n"))[0]).toEqual([
    "Aki",
    1_000,
    3_000,
    "Hello",
  ]);
  expect(
    said(read("Aki Tanaka  0:03\nHello there\nall of you\n\nMaria Lopez  0:09\nHi\n")).map(
      ([name, start, , text]) => [name, start, text],
    ),
  ).toEqual([
    ["Aki Tanaka", 3_000, "Hello there all of you"],
    ["Maria Lopez", 9_000, "Hi"],
  ]);
  expect(
    said(read("[Aki] 00:00:03\nHello\n\n[Maria] 00:00:09\nHi\n")).map(([name, start]) => [
      name,
      start,
    ]),
  ).toEqual([
    ["Aki", 3_000],
    ["Maria", 9_000],
  ]);
});

test("a start without an end lasts as long as the words take, and never beyond the next start", () => {
  const [first, second] = said(
    read(`[00:00] Aki: ${"long words ".repeat(50)}\n[00:05] Maria: yes\n`),
  );
  expect(first?.[2]).toBe(5_000);
  expect(second?.[2]).toBeLessThan(6_500);
});

test("text without times is stretched over the known length, or over the time it takes to say", () => {
  const text = "Aki: Hello there, how are you?\n\nMaria: Fine.\nAki: 価格は来週お送りします。\n";
  const known = read(text, { durationMs: 60_000 });
  expect(known.timing).toBe("made_up");
  expect(said(known).at(-1)?.slice(0, 3)).toEqual(["Aki", expect.any(Number), 60_000]);
  const guessed = read(text).document.segments.at(-1)?.t1Ms ?? 0;
  expect(guessed).toBeGreaterThan(3_000);
  expect(guessed).toBeLessThan(12_000);
});

test("bytes are decoded as text of a file is anywhere; others are refused, not guessed", () => {
  const utf16 = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from("亜紀: はい、価格です。\n", "utf16le"),
  ]);
  expect(said(read(utf16))[0]?.[0]).toBe("亜紀");
  // "1\n00:00:01,000 --> 00:00:03,000\n値引き\n" in CP932
  const cp932 = Buffer.concat([
    Buffer.from("1\n00:00:01,000 --> 00:00:03,000\n"),
    Buffer.from("926c88f882ab0a", "hex"),
  ]);
  expect(read(cp932)).toMatchObject({ encoding: "shift_jis" });
  expect(said(read(cp932))).toEqual([[null, 1_000, 3_000, "値引き"]]);
  expect(faults(new Uint8Array([0x41, 0, 0x42, 0]))).toEqual([["transcript_encoding", null]]);
  // "값을 깎아" in EUC-KR
  expect(faults(Buffer.from("b0aac0bb20b1f0bec60a", "hex"))).toEqual([
    ["transcript_encoding", null],
  ]);
});

test("times that cannot be read are faults with their lines, and the words are kept", () => {
  expect(
    faults(
      "WEBVTT\n\n00:01.000 --> 00:02.000\nfine\n\n00:99.000 --> xx\nbad\n\n00:05.000 --> 00:04.000\nworse\n",
    ),
  ).toEqual([
    ["transcript_time", 6],
    ["transcript_reversed", 9],
  ]);
  expect(faults("1\n00:00:03,000 --> 00:00:02,000\nx\n")).toEqual([["transcript_reversed", 2]]);
  expect(
    said(
      read(
        "WEBVTT\n\n00:01.000 --> 00:02.000\nfine\n\n00:99.000 --> xx\nbad\n\n00:05.000 --> 00:06.000\nyes\n",
      ),
    ),
  ).toEqual([
    [null, 1_000, 2_000, "fine"],
    [null, 2_000, 5_000, "bad"],
    [null, 5_000, 6_000, "yes"],
  ]);
  expect(faults('{"segments": [')).toEqual([["transcript_json", null]]);
  expect(faults('{"a": 1}')).toEqual([["transcript_shape", null]]);
  expect(faults('{"format":"parley.transcript","version":1}')).toEqual([
    ["transcript_shape", null],
  ]);
  expect(faults("WEBVTT\n")).toEqual([["transcript_empty", null]]);
  expect(faults(" \n")).toEqual([["transcript_empty", null]]);
  expect(
    faults(
      "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nearly\n\n06:00:01.000 --> 06:00:02.000\nlate\n",
    ),
  ).toEqual([["transcript_too_long", null]]);
});

const LINES: [number | null, string][] = [
  [0, "Hello & welcome <Maria>, 5 --> 6?"],
  [1, "価格は「プランA」です。"],
  [0, "It's 10:30 & fine"],
  [1, "naïve – “quote” 🎉"],
];
const DOCUMENT: TranscriptDocument = {
  title: "Renewal",
  language: "en",
  startedAt: "2026-03-04T05:06:07.000Z",
  speakers: [
    { name: "Aki T&K <us>", side: "R" },
    { name: "María: López", side: "C" },
  ],
  segments: LINES.map(([speaker, text], n) => ({
    speaker,
    t0Ms: n * 2_000 + 10,
    t1Ms: n * 2_000 + 1_990,
    text,
    words: spreadWords(cutWords(text), { startMs: n * 2_000 + 10, endMs: n * 2_000 + 1_990 }, 77),
    timing: "engine" as const,
  })),
};

test("JSON comes back the very same", () => {
  expect(read(writeTranscript(DOCUMENT, "json").body).document).toEqual(DOCUMENT);
});

test("VTT, SRT and text come back with the same words and speakers, as exact as the format", () => {
  for (const format of EXPORT_FORMATS.filter((each) => each !== "json")) {
    const { body } = writeTranscript(DOCUMENT, format);
    const back = read(body);
    expect(back.format).toBe(format);
    const names = ["Aki T&K <us>", "María: López"];
    expect(back.document.segments.map(({ text }) => text)).toEqual(
      DOCUMENT.segments.map(({ text }) => text),
    );
    expect(back.document.segments.map(({ speaker }) => names[speaker ?? 9])).toEqual([
      names[0],
      names[1],
      names[0],
      names[1],
    ]);
    back.document.segments.forEach(({ t0Ms, t1Ms }, n) => {
      const original = DOCUMENT.segments[n];
      const slack = format === "txt" ? 1_000 : 0;
      expect(Math.abs(t0Ms - (original?.t0Ms ?? 0))).toBeLessThanOrEqual(slack);
      if (format !== "txt") expect(t1Ms).toBe(original?.t1Ms);
    });
    expect(writeTranscript(back.document, format).body.length).toBeGreaterThan(100);
  }
});

test("SRT and text of ours come back with names of any form, also where somebody speaks once and where nobody is named", () => {
  const names = ["Mari Kato | Parley", "Dr. Maria da Conceição de Sousa e Melo of Alder Works"];
  const lines: [number | null, string][] = [
    [0, "Shall we begin?"],
    [1, "Yes."],
    [1, "One thing first: the price."],
    [null, "A voice from behind."],
    [0, "Of course."],
    [0, "Good."],
  ];
  const document: TranscriptDocument = {
    ...DOCUMENT,
    speakers: [
      { name: names[0] ?? "", side: "R" },
      { name: names[1] ?? "", side: "C" },
      { name: "Yahoo! Support", side: "C" },
    ],
    segments: [...lines, [2, "I speak once."] as const].map(([speaker, text], n) => ({
      ...{ speaker, t0Ms: n * 2_000, t1Ms: n * 2_000 + 1_500, text, timing: "spread" as const },
      words: spreadWords(cutWords(text), { startMs: n * 2_000, endMs: n * 2_000 + 1_500 }),
    })),
  };
  const wanted = lines.map(([speaker, text]) => [speaker === null ? null : names[speaker], text]);
  for (const format of ["srt", "txt", "vtt"] as const)
    expect(whoSaid(writeTranscript(document, format).body)).toEqual([
      ...wanted,
      ["Yahoo! Support", "I speak once."],
    ]);
});

test("a text file says which call it is, and what stands above the words is not read as said", () => {
  const { body } = writeTranscript({ ...DOCUMENT, title: "Call at 10:30" }, "txt");
  expect(body.split("\n").slice(0, 5)).toEqual([
    "Call at 10:30",
    "2026-03-04 (05:06 UTC)",
    "Aki T&K <us>, María: López",
    "----",
    "[00:00:00] Aki T&K <us>:\u2060 Hello & welcome <Maria>, 5 --> 6?",
  ]);
  expect(read(body).document).toMatchObject({
    title: "Call at 10:30",
    startedAt: "2026-03-04T05:06:00.000Z",
  });
  expect(read(body).document.segments).toHaveLength(LINES.length);
});

test("a call nobody is named in makes captions without names", () => {
  const mixed = { ...DOCUMENT, speakers: [{ name: "", side: null }] };
  expect(writeTranscript(mixed, "vtt").body).not.toContain("<v");
  expect(writeTranscript({ ...mixed, segments: mixed.segments.slice(0, 1) }, "txt").body).toBe(
    "Renewal\n2026-03-04 (05:06 UTC)\n----\n[00:00:00] Hello & welcome <Maria>, 5 --> 6?\n",
  );
});
