import { expect, test } from "vitest";
import { parseTranscript } from "#app/core/domain/transcript/import/parse-transcript.ts";
import {
  guessLengthS,
  parseScript,
  readImportedScript,
  placeTurns,
  readScripts,
  toVtt,
} from "./script.ts";

const HEAD =
  "slug: a\ntitle: A\ncompany: B\nlanguage: en\nowner: rep@demo.test\ndays-ago: 1\nR: Mari Kato\nC: Jonas Weber\n\n";

test("turns follow, fall into each other and are put aside as the script says", () => {
  const { turns } = parseScript(`${HEAD}R: One two.\nC +1.5: Three.\nR @-0.5: Hm.\nC -0.25: Four.`);
  const placed = placeTurns(turns, [2, 1, 0.2, 1]);
  expect(placed.map(({ side, startS, endS }) => [side, startS, endS])).toEqual([
    ["R", 0.5, 2.5],
    ["C", 4, 5],
    ["R", 4.5, 4.7],
    ["C", 4.75, 5.75],
  ]);
});

test.each(["R Hello", "X: Hello", ""])("a line that is no turn is refused: %j", (line) => {
  expect(() => parseScript(`${HEAD}${line}`)).toThrow();
});

test("there are five English calls and a Japanese one; the shortest comes first and each has a long turn, a pause and an overlap somewhere", () => {
  const scripts = readScripts();
  expect(scripts.map(({ language }) => language)).toEqual(["en", "en", "en", "en", "en", "ja"]);
  const letters = scripts
    .slice(0, 5)
    .map(({ turns }) => turns.reduce((sum, { text }) => sum + text.length, 0));
  expect(letters).toEqual(letters.toSorted((a, b) => a - b));
  const all = scripts.flatMap(({ turns }) => turns);
  expect(Math.max(...all.map(({ text }) => text.split(" ").length))).toBeGreaterThan(120);
  expect(all.some(({ gapS }) => gapS >= 1)).toBe(true);
  for (const { turns } of scripts) expect(turns.some(({ gapS }) => gapS < 0)).toBe(true);
});

test("a script that cannot be spoken, or is to be there at once, is imported whole, with its names", () => {
  for (const script of [...readScripts(), readImportedScript()]) {
    const lengths = script.turns.map((turn) => guessLengthS(turn, script.language));
    const vtt = toVtt(placeTurns(script.turns, lengths), script.names);
    const read = parseTranscript(Buffer.from(vtt));
    const spoken = JSON.stringify(read);
    for (const name of Object.values(script.names)) expect(spoken).toContain(name);
    expect(vtt.match(/-->/g)).toHaveLength(script.turns.length);
  }
});
