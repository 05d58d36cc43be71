import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createCoverage } from "./speech-coverage.ts";
import { openSpeechLog, readSpeechLog, type SpeechLine } from "./speech-log.ts";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "parley-notes-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** What stands in the transcript after these steps. */
function covered(steps: (coverage: ReturnType<typeof createCoverage>) => void): SpeechLine[] {
  const lines: SpeechLine[] = [];
  steps(createCoverage("rep/microphone", (line) => lines.push(line)));
  return lines;
}
const ends = (lines: SpeechLine[]) =>
  lines.flatMap((line) => (line.type === "heard" ? [[line.fromMs, line.toMs]] : []));

test("only what lies before the oldest unfinished piece counts as heard", () => {
  const lines = covered((coverage) => {
    for (let ms = 0; ms < 5_000; ms += 100) coverage.heard(ms, ms + 100);
    coverage.open("a", 1_000);
    coverage.open("b", 3_000);
    coverage.done("b");
    coverage.done("a");
  });
  expect(ends(lines).at(-2)?.[1] ?? 0).toBeLessThanOrEqual(1_000);
  expect(ends(lines).at(-1)).toEqual([0, 4_500]);
});

test("a worker that dies leaves what it had not finished, and a jump begins a new stretch", () => {
  const lines = covered((coverage) => {
    coverage.heard(0, 2_000);
    coverage.heard(9_000, 12_000);
    coverage.open("a", 10_000);
    coverage.close();
  });
  expect(ends(lines)).toContainEqual([0, 2_000]);
  expect(ends(lines)).toContainEqual([9_000, 10_000]);
});

test("notes survive a torn line, merge, and leave failures out", async () => {
  const notes = openSpeechLog(dir);
  notes.write({ type: "engine", engine: "pocketsphinx", model: "m", dictionary: "d" });
  notes.write({ type: "heard", id: "a", fromMs: 0, toMs: 1_000 });
  notes.write({ type: "heard", id: "a", fromMs: 0, toMs: 4_000 });
  notes.write({ type: "hole", id: "a", fromMs: 2_000, toMs: 3_000 });
  notes.write({ type: "voice", id: "p", fromMs: 100, toMs: 900 });
  await notes.flush();
  appendFileSync(join(dir, "speech.jsonl"), '{"type":"heard","id":"a","fromM');
  const read = await readSpeechLog(dir);
  expect(read.heard.get("a")).toEqual([
    { fromMs: 0, toMs: 2_000 },
    { fromMs: 3_000, toMs: 4_000 },
  ]);
  expect(read.voices).toMatchObject([{ id: "p", span: { fromMs: 100, toMs: 900 } }]);
  expect(read.engine).toMatchObject({ engine: "pocketsphinx" });
  expect(read.isOver).toBe(false);
});

test("a call nobody listened to has no notes", async () => {
  expect(await readSpeechLog(join(dir, "nothing"))).toMatchObject({ engine: null, isOver: false });
});
