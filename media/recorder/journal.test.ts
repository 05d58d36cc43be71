import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type JournalLine, parseJournal } from "./journal.ts";
import { openJournal } from "./journal-writer.ts";

const dir = mkdtempSync(join(tmpdir(), "parley-journal-"));
const file = join(dir, "journal.jsonl");
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const open = (attempt: number, report: (line: JournalLine) => void = () => undefined) =>
  openJournal({
    dir,
    attempt,
    now: () => 1234.6,
    report: report,
    onFull: () => expect.unreachable(),
  });

test("a line is in the file before anybody is told", () => {
  const seen: string[] = [];
  const journal = open(1, ({ type }) => seen.push(`${type}: ${readFileSync(file, "utf8").trim()}`));
  journal.emit({ type: "pause", atMs: 5 });
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatch(/^pause: \{"type":"pause","a":1,"t":1235,"wall":\d+,"atMs":5\}$/);
  journal.close();
});

test("a line that a crash cut off takes no other with it, whoever writes on", () => {
  writeFileSync(file, "");
  const first = open(1);
  first.emit({ type: "reconnecting" });
  first.close();
  appendFileSync(file, '{"type":"seg","a":1,"t":3,"wa');
  const second = open(2);
  second.emit({ type: "reconnected" });
  second.close();
  const { lines, unread } = parseJournal(readFileSync(file, "utf8"));
  expect(lines.map(({ a, type }) => [a, type])).toEqual([
    [1, "reconnecting"],
    [2, "reconnected"],
  ]);
  expect(unread).toBe(1);
});

test("a journal can be read cut at every byte: whole lines count, nothing else does", () => {
  const text = [
    '{"type":"start","a":1,"t":1,"wall":1,"call":"c","pid":7,"boot":"b"}',
    '{"type":"join","a":1,"t":2,"wall":2,"id":"rep:é","here":false}',
    '{"type":"end","a":1,"t":3,"wall":3,"why":"stop","late":0}',
    "",
  ].join("\n");
  for (let cut = 0; cut <= text.length; cut++) {
    const whole = text.slice(0, cut).split("\n").length - 1;
    const { lines } = parseJournal(text.slice(0, cut));
    expect([whole, whole + 1]).toContain(lines.length); // the last one may lack only its newline
  }
  expect(parseJournal(text).lines).toHaveLength(3);
});

test("what glued itself to a cut line, and lines of another version, do no harm", () => {
  const { lines, unread } = parseJournal(
    [
      '{"type":"join","a":1,"t":2,{"type":"leave","a":2,"t":4,"wall":4,"id":"x","why":"gone"}',
      '{"type":"levitate","a":1,"t":2,"wall":3}',
      '{"type":"join","a":1,"t":"soon","wall":3,"id":"x","here":true}',
      '{"type":"lost","a":1,"t":2,"wall":3,"isNew":true}',
    ].join("\n"),
  );
  expect(lines.map(({ type }) => type)).toEqual(["leave", "lost"]);
  expect(unread).toBe(2);
});
