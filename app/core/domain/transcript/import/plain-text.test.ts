import { expect, test } from "vitest";
import { parseTranscript } from "./parse-transcript.ts";

function read(text: string) {
  const outcome = parseTranscript(new TextEncoder().encode(text));
  if (!outcome.isOk) throw new Error(outcome.code);
  return outcome;
}
const said = (text: string) => {
  const { speakers, segments } = read(text).document;
  return segments.map(({ speaker, t0Ms, text: words }) => [
    speaker === null ? null : speakers[speaker]?.name,
    t0Ms,
    words,
  ]);
};
const leftOut = (text: string) => read(text).leftOut.map((one) => one.text);

const TWO = [
  ["Mari Kato", 3_000, "Hello there."],
  ["Jonas Weber", 8_000, "Yes, hi."],
];
test.each([
  ["above the time", "Mari Kato\n0:03\nHello there.\nJonas Weber\n0:08\nYes, hi.\n"],
  [
    "beside what a screen reader says",
    "Mari Kato\n0 minutes 3 seconds0:03\nMari Kato 0 minutes 3 seconds\nHello there.\nJonas Weber\n0 minutes 8 seconds0:08\nJonas Weber 0 minutes 8 seconds\nYes, hi.\n",
  ],
  ["below the time", "0:03\nMari Kato\nHello there.\n\n0:08\nJonas Weber\nYes, hi.\n"],
  ["behind a dash", "0:03 - Mari Kato\n  Hello there.\n\n0:08 - Jonas Weber\n  Yes, hi.\n"],
  ["before a bar", "Mari Kato | 00:03\nHello there.\n\nJonas Weber | 00:08\nYes, hi.\n"],
  ["in bold", "**Mari Kato** 00:03\nHello there.\n\n**Jonas Weber** 00:08\nYes, hi.\n"],
  ["before a bracket", "Mari Kato: [00:00:03] Hello there.\nJonas Weber: [00:00:08] Yes, hi.\n"],
  ["over a bracket", "Mari Kato: (00:03)\nHello there.\n\nJonas Weber: (00:08)\nYes, hi.\n"],
  ["behind seconds", "[3.0s] Mari Kato: Hello there.\n[8.0s] Jonas Weber: Yes, hi.\n"],
  [
    "behind ranges of seconds",
    "[3.00 - 4.10] Mari Kato: Hello there.\n[8.00 - 9.00] Jonas Weber: Yes, hi.\n",
  ],
])("names %s", (_, text) => {
  expect(said(text)).toEqual(TWO);
  expect(read(text).timing).toBe("given");
});

test.each([
  ["full-width times", "００：０３　佐藤：はい\n００：０８　鈴木：いいえ\n"],
  ["times in words", "[00時00分03秒] 佐藤: はい\n[00時00分08秒] 鈴木: いいえ\n"],
  ["a meeting program", "佐藤\n0 分 3 秒\n0:03\nはい\n鈴木\n0 分 8 秒\n0:08\nいいえ\n"],
])("Japanese: %s", (_, text) => {
  expect(said(text)).toEqual([
    ["佐藤", 3_000, "はい"],
    ["鈴木", 8_000, "いいえ"],
  ]);
});

test("a time in the words is words", () => {
  expect(
    said(
      "[00:00:03] Mari: Hello.\n[00:00:08] Jonas: Let us meet.\n14:30 works for me\n[00:00:15] Mari: ok\n",
    )[1],
  ).toEqual(["Jonas", 8_000, "Let us meet. 14:30 works for me"]);
  const half = read("Mari  0:03\nHello.\n2:30 pm\nJonas  0:08\nYes\n");
  expect(half.clock.kind).toBe("call");
  expect(half.document.segments[0]?.text).toBe("Hello. 2:30 pm");
});

test.each([
  ["Teams", "Sync-2026-Recording\nNovember 20, 2026, 2:02PM\n31m 12s\n\n", 3],
  ["Teams in Germany", "Sync\n20. November 2026, 14:02\n31m 12s\n\n", 3],
  ["notes", "Date: 2026-11-20 14:02\nAttendees: Mari, Jonas\n", 2],
  ["Notta", "2026-11-20 14:02:33 (31:12)\n\n", 1],
  ["Fathom", "Call - November 20\nVIEW RECORDING - 31 mins (none): https://example.test\n", 2],
])("what is above the words is left out and listed: %s", (_, head, lines) => {
  const text = `${head}Mari Kato   0:03\nHello there.\n\nJonas Weber   0:08\nYes, hi.\n`;
  expect(said(text)).toEqual(TWO);
  expect(leftOut(text)).toHaveLength(lines);
});

test("a day above the words is when the call began", () => {
  const start = (head: string) =>
    read(`${head}\nMari Kato   0:03\nHello.\n\nJonas   0:08\nYes.\n`).document.startedAt;
  expect(start("Date: 2026-11-20 14:02")).toBe("2026-11-20T14:02:00.000Z");
  expect(start("Sync (2026-11-20 14:02 GMT+9)")).toBe("2026-11-20T05:02:00.000Z");
  expect(start("November 20, 2026, 2:02PM")).toBe("2026-11-20T14:02:00.000Z");
  expect(start("2026年11月20日 14:02")).toBe("2026-11-20T14:02:00.000Z");
});

test.each([
  ["Otter", "\n\nTranscribed by https://otter.ai\n"],
  [
    "Meet",
    "\nTranscription ended after 00:11:12\n\nThis editable transcript was computer generated.\n",
  ],
  [
    "Meet in Japan",
    "\n文字起こしは 00:11:12 に終了しました\nこの編集可能な文字起こしは自動生成です。\n",
  ],
  ["Teams", "\n\nMari Kato stopped transcription\n"],
])("what is below the words is in no mouth: %s", (_, tail) => {
  const text = `Mari Kato  0:03\nHello there.\n\nJonas Weber  0:08\nYes, hi.${tail}`;
  expect(said(text)).toEqual(TWO);
  expect(leftOut(text).length).toBeGreaterThan(0);
});

test("paragraphs of many lines keep their names and times", () => {
  const words = "one line of the words\n".repeat(8);
  expect(
    said(`Mari Kato (00:03):\n${words}\nJonas Weber (00:30):\n${words}`).map(([who, at]) => [
      who,
      at,
    ]),
  ).toEqual([
    ["Mari Kato", 3_000],
    ["Jonas Weber", 30_000],
  ]);
});

test("hours and minutes, where minutes and seconds would be too fast for anyone", () => {
  const long = "We talk about the price of it at length. ".repeat(60);
  const outcome = read(`14:02 Mari: ${long}\n14:03 Jonas: ${long}\n15:10 Mari: Bye\n`);
  expect(outcome.clock.kind).toBe("day");
  expect(outcome.document.segments.map(({ t0Ms }) => t0Ms)).toEqual([0, 60_000, 68 * 60_000]);
});

test("speakers by number, and a change of speaker without a name", () => {
  expect(
    said(
      "[00:00:00.000 --> 00:00:03.000]  (speaker 0) Hello\n[00:00:03.000 --> 00:00:04.000]  (speaker 1) Yes\n",
    ).map(([who]) => who),
  ).toEqual(["speaker 0", "speaker 1"]);
  expect(
    said("[SPEAKER_00]: Hello\n[SPEAKER_01]: Yes\n[SPEAKER_00]: ok\n").map(([who]) => who),
  ).toEqual(["SPEAKER_00", "SPEAKER_01", "SPEAKER_00"]);
  expect(
    said(
      "1\n00:00:01,000 --> 00:00:02,000\n>> MARI: HELLO\n\n2\n00:00:02,000 --> 00:00:03,000\n>> YES\n\n3\n00:00:03,000 --> 00:00:04,000\n>> MARI: OK\n",
    ).map(([who, , words]) => [who, words]),
  ).toEqual([
    ["MARI", "HELLO"],
    [null, "YES"],
    ["MARI", "OK"],
  ]);
});

test("captions: blank lines missing, numbers that were said, names beside the cue's number", () => {
  expect(
    said(
      "WEBVTT\n\n1\n00:00:01.000 --> 00:00:03.000\nMari: Hello\n2\n00:00:03.000 --> 00:00:05.000\nJonas: Yes\n3\n00:00:05.000 --> 00:00:06.000\nMari: ok\n",
    ),
  ).toEqual([
    ["Mari", 1_000, "Hello"],
    ["Jonas", 3_000, "Yes"],
    ["Mari", 5_000, "ok"],
  ]);
  expect(
    said(
      "00:00:01,000 --> 00:00:03,000\nMari: how many\n42\n00:00:03,000 --> 00:00:05,000\nMari: Yes\n",
    )[0],
  ).toEqual(["Mari", 1_000, "how many 42"]);
  expect(
    said(
      'WEBVTT\n\n1 "Mari Kato" (1234567)\n00:00:01.000 --> 00:00:03.000\nHello\n\n2 "Jo" (13)\n00:00:03.000 --> 00:00:04.000\nYes\n',
    ).map(([who]) => who),
  ).toEqual(["Mari Kato", "Jo"]);
  expect(
    said(
      'WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n{"speakerName":"Mari Kato","spokenText":"Hello there."}\n',
    ),
  ).toEqual([["Mari Kato", 1_000, "Hello there."]]);
});

test("one end that is far away is a fault, and not six hours of call", () => {
  const outcome = read(
    "WEBVTT\n\n00:00:05.000 --> 11:00:08.000\nHello\n\n00:00:09.000 --> 00:00:10.000\nyes\n",
  );
  expect(outcome.faults).toMatchObject([{ code: "transcript_time", at: { line: 3 } }]);
  expect(outcome.document.segments.map(({ text }) => text)).toEqual(["Hello", "yes"]);
});

test("a sentence about where something comes from is no chat", () => {
  expect(said("0:05 From the top: we start.\n0:09 ok\n0:15 yes\n")).toHaveLength(3);
});
