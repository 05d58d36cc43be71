import { expect, test } from "vitest";
import { CLIPS, covering, turnOf } from "./clips.ts";
import { CALLS, CLIPS_IN } from "./library.ts";
import { readScripts } from "./script.ts";

const scripts = new Map(readScripts().map((script) => [script.slug, script]));

test("every piece of a demo clip is of turns its script has, forwards, and what is bleeped is said in one of them", () => {
  for (const { slug, pieces, bleep } of CLIPS) {
    const script = scripts.get(slug);
    if (!script) throw new Error(slug);
    const inside = pieces.flatMap(([from, to]) => {
      const [first, last] = [turnOf(script, from), turnOf(script, to)];
      expect(last).toBeGreaterThanOrEqual(first);
      return script.turns.slice(first, last + 1);
    });
    if (bleep !== undefined) expect(inside.some(({ text }) => text.includes(bleep))).toBe(true);
  }
});

test("what the demo's library holds are clips and calls of the demo, and every clip has a place in it", () => {
  expect(Object.keys(CALLS).filter((slug) => !scripts.has(slug))).toEqual([]);
  const titles = CLIPS.map(({ title }) => title);
  expect(Object.keys(CLIPS_IN).toSorted()).toEqual(titles.toSorted());
});

test("a bleep covers whole the words that lie under it by half, and none beside it", () => {
  const words = [
    ["from", 0, 400],
    ["returning", 400, 900],
    ["box", 900, 1_300],
    ["for", 1_300, 1_500],
  ] as const;
  expect(covering({ t0Ms: 500, t1Ms: 1_350 }, words)).toEqual({ t0Ms: 400, t1Ms: 1_350 });
  expect(covering({ t0Ms: 2_000, t1Ms: 2_400 }, words)).toEqual({ t0Ms: 2_000, t1Ms: 2_400 });
});
