import { expect, test } from "vitest";
import { cpuMs } from "#tests/support/cpu-time.ts";
import { IMPORT_LIMITS, type Parsed, type Unit } from "./import-result.ts";
import { parseTable } from "./table.ts";
import { parseTranscript } from "./parse-transcript.ts";
import { timeReader } from "./time-text.ts";

function read(text: string, unit?: Unit): Parsed {
  const parsed = parseTable(text, timeReader(25, "UTC"), unit);
  if (parsed === null) throw new Error("no table");
  return parsed;
}
const said = ({ cues }: Parsed) =>
  cues.map(({ speaker, startMs, text }) => [speaker, startMs, text]);
const starts = ({ cues }: Parsed) => cues.map(({ startMs }) => startMs);
const lines = (places: Parsed["faults"] | Parsed["leftOut"] = []) => places.map(({ at }) => at);

const TWO = [
  ["Mari", 1_000, "Hello all."],
  ["Jonas", 5_000, "Yes."],
];

test.each([
  "Sprecherin;Beginn;Ende;Inhalt\nMari;0:01;0:02;Hello all.\nJonas;0:05;0:06;Yes.\n",
  "Teilnehmer;Zeitstempel;Text\nMari;0:01;Hello all.\nJonas;0:05;Yes.\n",
  "Intervenant,Début,Fin,Contenu\nMari,0:01,0:02,Hello all.\nJonas,0:05,0:06,Yes.\n",
  "Nom;De;Texte\nMari;0:01;Hello all.\nJonas;0:05;Yes.\n",
  "Orador\tInicio\tTexto\nMari\t0:01\tHello all.\nJonas\t0:05\tYes.\n",
  "Nome;Inizio;Testo\nMari;0:01;Hello all.\nJonas;0:05;Yes.\n",
  "Falante,Início,Conteúdo\nMari,0:01,Hello all.\nJonas,0:05,Yes.\n",
  "発言者,開始時間,終了時間,発言\nMari,0:01,0:02,Hello all.\nJonas,0:05,0:06,Yes.\n",
  "Intro\n\n| Speaker | Time | Text |\n|---|:--:|---|\n| Mari | 0:01 | Hello all. |\n| Jonas | 0:05 | Yes. |\n",
  "| Wer | Wann | Was |\n|-----|------|-----|\n| Mari | 0:01 | Hello all. |\n| Jonas | 0:05 | Yes. |\n",
  "Mari;0:01;Hello all.\nJonas;0:05;Yes.\n",
  'Mari,0:01,"Hello all."\nJonas,0:05,"Yes."\n',
])("names, times and words of %j", (text) => {
  const parsed = read(text);
  expect(said(parsed)).toEqual(TWO);
  expect([parsed.faults, lines(parsed.leftOut)]).toEqual([
    [],
    text.startsWith("Intro") ? [{ line: 1 }] : [],
  ]);
});

test("unknown headings are left out, and pauses behind a clock are no columns", () => {
  const dutch = read("Wie,Wanneer,Wat\nMari,0:01,Hello all.\nJonas,0:05,Yes.\n");
  expect([said(dutch), lines(dutch.leftOut)]).toEqual([TWO, [{ line: 1 }]]);
  expect(parseTable("0:05, yes, well\n0:09, no, never mind\n", timeReader(25, "UTC"))).toBeNull();
});

test.each([
  [",", "Hello, there, all"],
  [";", "Hello; there; all"],
])("cells beyond the headings are words where those are last: %j", (sign, words) => {
  const row = (...cells: string[]) => cells.join(sign);
  const last = read([row("Speaker", "Start", "Text"), row("Mari", "0:01", words)].join("\n"));
  expect(said(last)).toEqual([["Mari", 1_000, words]]);
  const between = read(
    [row("Text", "Start", "Speaker"), row(words, "0:01", "Mari"), row("Yes", "0:05", "Jo")].join(
      "\n",
    ),
  );
  expect([said(between), lines(between.leftOut)]).toEqual([[["Jo", 5_000, "Yes"]], [{ line: 2 }]]);
});

test("a name parted by a comma is not put before other words", () => {
  const parsed = read("Speaker,Start,Text\nKato, Mari,0:01,Hello\nJo,0:05,Yes\n");
  expect([said(parsed), lines(parsed.leftOut)]).toEqual([[["Jo", 5_000, "Yes"]], [{ line: 2 }]]);
});

test.each([
  ["never closed", 'Speaker,Start,Text\nMari,0:01,"Hello all.\nJonas,0:05,Yes.\n'],
  ["closed rows later", 'Speaker;Start;Text\nMari;0:01;"Hello all.\nJonas;0:05;"Yes."\n'],
  ["of several", 'Speaker\tStart\tText\nMari\t0:01\t"Hello all.\nJonas\t0:05\t"Yes.\n'],
])("a quotation mark keeps no rows from being read: %s", (_, text) => {
  const parsed = read(text);
  expect(said(parsed)).toEqual(TWO);
  expect(parsed.leftOut).toEqual([]);
});

test("a cell of several lines is one", () => {
  const parsed = read('Speaker,Start,Text\nMari,0:01,"Hello,\nall"\nJo,soon,Yes\n');
  expect(parsed.cues.map(({ text }) => text)).toEqual(["Hello,\nall", "Yes"]);
  expect(lines(parsed.faults)).toEqual([{ line: 4 }]);
});

test.each<[text: string, starts: number[], unit: Unit | undefined]>([
  ["Speaker;Start (ms);Text\nMari;500;Hi\nJo;2500;Yes\n", [500, 2_500], undefined],
  ["Speaker;start_sec;Text\nMari;5;Hi\nJo;25;Yes\n", [5_000, 25_000], undefined],
  ["話者,開始(ミリ秒),内容\nMari,500,Hi\nJo,2500,Yes\n", [500, 2_500], undefined],
  ["Speaker,Start,End,Text\nMari,0,3,Hello there all\nJo,3,5,Yes I think\n", [0, 3_000], "s"],
  ["Speaker,Start,End,Text\nMari,0,3000,Hello there all\nJo,3000,4500,Yes\n", [0, 3_000], "ms"],
  ["Speaker;Start;Text\nMari;0,5;Hello there all\nJo;3,5;Yes\n", [500, 3_500], "s"],
  ["start,end,text\n0,900,And so my fellow Americans ask not what your country\n", [0], "ms"],
  ["start\tend\tspeaker\ttext\n0\t3000\tA\tHello there\n3000\t4000\tB\tYes\n", [0, 3_000], "ms"],
])("bare numbers of %j", (text, expected, unit) => {
  const parsed = read(text);
  expect([starts(parsed), parsed.unit]).toEqual([expected, unit]);
});

test("who knows the unit says so, but for what a heading says", () => {
  expect(starts(read("Speaker,Start,Text\nMari,7,Hello\nJo,9,Yes\n", "ms"))).toEqual([7, 9]);
  expect(starts(read("Speaker,Start (s),Text\nMari,7,Hello\n", "ms"))).toEqual([7_000]);
});

test.each([
  ["a part that is no month", "Time", ["11/20/2026 2:02 PM", "11/12/2026 2:03 PM"], 11],
  ["a heading", "Time (MM/DD/YYYY)", ["11/12/2026 14:02", "11/12/2026 14:03"], 11],
  ["a part that is no month, first", "Time", ["20/11/2026 14:02", "12/11/2026 14:03"], 11],
  ["points", "Zeit", ["12.11.2026 14:02:00", "12.11.2026 14:03:00"], 11],
])("the order of a date is known from %s", (_, name, times, month) => {
  const rows = times.map((time) => `Mari;${time};Hello`);
  const parsed = read([`Speaker;${name};Text`, ...rows].join("\n"));
  expect(parsed.faults).toEqual([]);
  const dates = parsed.cues.map(({ startMs }) => new Date(startMs ?? 0));
  expect(dates.map((date) => [date.getUTCMonth() + 1, date.getUTCHours()])).toEqual([
    [month, 14],
    [month, 14],
  ]);
});

test.each(["11/12/2026 2:02 PM", "3-4-2026 14:02"])("%s may be two days, so it is none", (time) => {
  const parsed = read(`Speaker;Time;Text\nMari;${time};Hello\n`);
  expect([starts(parsed), lines(parsed.faults)]).toEqual([[null], [{ line: 2 }]]);
});

test.each([
  ["headed", "Speaker\tStart\tText\n"],
  ["without headings", ""],
])("too many rows are refused for their number: %s", (_, head) => {
  const text = head + "Mari\t0:01\tHello\n".repeat(150_000);
  let found = 0;
  const took = cpuMs(() => {
    found = read(text).cues.length;
  });
  expect(found).toBeGreaterThan(IMPORT_LIMITS.segments);
  expect(took).toBeLessThan(5_000);
});

test("the surest heading is the words', and other words are listed", () => {
  const outcome = parseTranscript(
    new TextEncoder().encode(
      "Sentence,Speaker,Start,Text,Note\n1,Ann,0:01,Hi,a long pause\n2,Bob,0:05,Yes,\n",
    ),
  );
  if (!outcome.isOk) throw new Error(outcome.code);
  expect(outcome.document.segments.map(({ text }) => text)).toEqual(["Hi", "Yes"]);
  expect(outcome.leftOut).toEqual([{ at: { line: 2 }, text: "note: a long pause" }]);
});

test("frames behind semicolons, as Premiere writes them where frames are dropped", () => {
  const outcome = parseTranscript(
    new TextEncoder().encode(
      'Speaker Name,Start Time,End Time,Text\nSpeaker 1,00;00;00;00,00;00;03;12,"Hi, there."\nSpeaker 2,00;00;04;00,00;00;05;29,Yes.\n',
    ),
  );
  if (!outcome.isOk) throw new Error(outcome.code);
  expect(outcome.timing).toBe("given");
  expect(outcome.document.segments.map(({ t0Ms, t1Ms }) => [t0Ms, t1Ms])).toEqual([
    [0, 3_400],
    [4_000, 5_967],
  ]);
});

test("a line of spaces or of marks costs no more than it is long", () => {
  const long = `a|b\n${" ".repeat(200_000)}x\n${"|-".repeat(100_000)}\n`;
  const took = cpuMs(() => {
    parseTranscript(new TextEncoder().encode(long));
  });
  expect(took).toBeLessThan(5_000);
});
