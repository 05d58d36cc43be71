import { expect, test } from "vitest";
import {
  changeSpeaker,
  type Edit,
  replaceEverywhere,
  replaceWords,
  revert,
  rowsAt,
  segmentWords,
  type SegmentRow,
} from "./edit.ts";
import { FLAGS } from "../words/flags.ts";
import { cutWords } from "../words/words.ts";
import { encodeWords } from "../words/words-codec.ts";

/** A segment whose n-th word takes 300 ms from t0 + 400 n. */
function segment(no: number, text: string, t0Ms = no * 10_000): SegmentRow {
  const words = cutWords(text).map((piece, n) => ({
    ...piece,
    startMs: t0Ms + n * 400,
    endMs: t0Ms + n * 400 + 300,
    confidence: 40,
  }));
  const packed = encodeWords(words, t0Ms);
  return {
    no,
    fromVersion: 1,
    toVersion: null,
    participantId: "aki",
    trackId: "t1",
    t0Ms,
    t1Ms: words.at(-1)?.endMs ?? t0Ms,
    text,
    words: packed.bytes,
    raw: null,
    rawWords: null,
    timing: "engine",
    confidence: 40,
    flags: 0,
  };
}
const timed = (row: SegmentRow | undefined) =>
  row
    ? segmentWords(row).map(({ text, startMs, endMs }) => [
        text,
        startMs - row.t0Ms,
        endMs - row.t0Ms,
      ])
    : [];

/** What the database does with an edit. */
function apply(rows: SegmentRow[], edit: Edit, version: number): SegmentRow[] {
  return [
    ...rows.map((row) =>
      row.toVersion === null && edit.closed.includes(row.no) ? { ...row, toVersion: version } : row,
    ),
    ...edit.added,
  ];
}

test("as many new words as old take over their times, and are sure", () => {
  const row = segment(1, "we use hub spot today");
  const edit = replaceWords(row, { from: 2, to: 4 }, "sales force", 2);
  expect(edit?.closed).toEqual([1]);
  const [added] = edit?.added ?? [];
  expect(added).toMatchObject({
    no: 1,
    fromVersion: 2,
    toVersion: null,
    text: "we use sales force today",
    flags: FLAGS.edited,
  });
  expect(timed(added)).toEqual([
    ["we", 0, 300],
    ["use", 400, 700],
    ["sales", 800, 1100],
    ["force", 1200, 1500],
    ["today", 1600, 1900],
  ]);
  expect(segmentWords(added ?? row).map(({ confidence }) => confidence)).toEqual([
    40, 40, 100, 100, 40,
  ]);
});

test("fewer or more words share the replaced span", () => {
  const row = segment(1, "we use hub spot today");
  expect(timed(replaceWords(row, { from: 2, to: 4 }, "HubSpot", 2)?.added[0])[2]).toEqual([
    "HubSpot",
    800,
    1500,
  ]);
  const more = timed(replaceWords(row, { from: 2, to: 3 }, "one two", 2)?.added[0]);
  expect(more.slice(2, 5)).toEqual([
    ["one", 800, 950],
    ["two", 950, 1100],
    ["spot", 1200, 1500],
  ]);
});

test("words that did not change inside the range keep their times", () => {
  const row = segment(1, "we use hub spot today");
  const edited = timed(replaceWords(row, { from: 0, to: 5 }, "we use HubSpot today", 2)?.added[0]);
  expect(edited).toEqual([
    ["we", 0, 300],
    ["use", 400, 700],
    ["HubSpot", 800, 1500],
    ["today", 1600, 1900],
  ]);
});

test("inserting uses the pause, removing all ends the segment, changing nothing is nothing", () => {
  const row = segment(1, "we today");
  expect(timed(replaceWords(row, { from: 1, to: 1 }, "meet", 2)?.added[0])).toEqual([
    ["we", 0, 300],
    ["meet", 300, 400],
    ["today", 400, 700],
  ]);
  expect(replaceWords(row, { from: 0, to: 1 }, "", 2)?.added[0]?.text).toBe("today");
  expect(replaceWords(row, { from: 0, to: 2 }, "  ", 2)).toEqual({ closed: [1], added: [] });
  expect(replaceWords(row, { from: 0, to: 2 }, "we today", 2)).toBeNull();
  expect(replaceWords(row, { from: 1, to: 3 }, "x", 2)).toBeNull();
});

test("a Japanese correction stays without spaces", () => {
  const row = segment(1, "価格は来週です。");
  const words = segmentWords(row).map(({ text }) => text);
  const at = words.indexOf("来週");
  expect(at).toBeGreaterThan(0);
  expect(replaceWords(row, { from: at, to: at + 1 }, "再来週", 2)?.added[0]?.text).toBe(
    "価格は再来週です。",
  );
});

test("everywhere: each place with the same words, punctuation and the rest kept", () => {
  const rows = [
    segment(1, "Hub spot, or hub spot?"),
    segment(2, "nothing here"),
    segment(3, "the hub-spot “hub SPOT” thing"),
  ];
  const edit = replaceEverywhere(rows, "hub spot", "HubSpot", 2);
  expect(edit.places).toBe(3);
  expect(edit.closed).toEqual([1, 3]);
  expect(edit.added.map(({ text }) => text)).toEqual([
    "HubSpot, or HubSpot?",
    "the hub-spot “HubSpot” thing",
  ]);
});

test("everywhere ends when the new words contain the old ones", () => {
  const edit = replaceEverywhere([segment(1, "plan plan plan")], "plan", "plan B plan", 2);
  expect(edit.added[0]?.text).toBe("plan B plan plan B plan plan B plan");
  expect(edit.places).toBe(3);
});

test("a segment goes to somebody else, whole or from a word on", () => {
  const row = segment(1, "hello maria hello aki");
  expect(changeSpeaker(row, "aki", { nextNo: 9, version: 2 })).toBeNull();
  expect(changeSpeaker(row, "maria", { nextNo: 9, version: 2 })?.added).toMatchObject([
    { no: 1, participantId: "maria", text: row.text },
  ]);
  const split = changeSpeaker(row, "maria", { fromWord: 2, nextNo: 9, version: 2 });
  expect(split?.added).toMatchObject([
    { no: 1, participantId: "aki", text: "hello maria", t0Ms: 10_000, t1Ms: 10_700 },
    { no: 9, participantId: "maria", text: "hello aki", t0Ms: 10_800, t1Ms: 11_500 },
  ]);
  expect(timed(split?.added[1])).toEqual([
    ["hello", 0, 300],
    ["aki", 400, 700],
  ]);
  expect(changeSpeaker(row, "maria", { fromWord: 4, nextNo: 9, version: 2 })).toBeNull();
});

test("reverting makes a new version that reads as the old one, and each version still reads as it did", () => {
  let rows = [segment(1, "we use hub spot"), segment(2, "really")];
  const texts = (version: number) =>
    rowsAt(rows, version).map(({ text, participantId }) => `${participantId ?? ""}: ${text}`);
  const first = texts(1);
  rows = apply(rows, replaceEverywhere(rowsAt(rows, 1), "hub spot", "HubSpot", 2), 2);
  const target = rowsAt(rows, 2)[0];
  if (!target) throw new Error("row is missing");
  rows = apply(
    rows,
    changeSpeaker(target, "maria", { fromWord: 2, nextNo: 3, version: 3 }) ?? {
      closed: [],
      added: [],
    },
    3,
  );
  const third = texts(3);
  expect(third).toEqual(["aki: we use", "maria: HubSpot", "aki: really"]);
  rows = apply(rows, revert(rows, { current: 3, target: 1, to: 4 }), 4);
  expect(texts(4)).toEqual(first);
  expect(texts(3)).toEqual(third);
  expect(texts(2)).toEqual(["aki: we use HubSpot", "aki: really"]);
  rows = apply(rows, revert(rows, { current: 4, target: 3, to: 5 }), 5);
  expect(texts(5)).toEqual(third);
  const keys = rows.map(({ no, fromVersion }) => `${no}/${fromVersion}`);
  expect(new Set(keys).size).toBe(keys.length);
});
