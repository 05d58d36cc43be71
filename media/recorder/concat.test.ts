import { expect, test } from "vitest";
import { type Part, placeParts } from "./concat.ts";

const part = (file: string, startMs: number, packets: number, isPiece = false): Part => ({
  ...{ file, startMs, packets },
  ...(isPiece && { isPiece }),
});
/** What lies where, as `file@first packet+packets-skipped`. */
const placed = (...parts: Part[]) =>
  placeParts(parts).map(
    ({ file, from, packets, skip }) => `${file}@${from}+${packets}${skip ? `-${skip}` : ""}`,
  );

test.each<[string, Part[], string[]]>([
  ["one after the other", [part("b", 2000, 50), part("a", 1000, 50)], ["a@50+50", "b@100+50"]],
  ["a start between packets goes to the nearer one", [part("a", 1009, 5)], ["a@50+5"]],
  ["a hand-over", [part("a", 0, 500), part("b", 9000, 100)], ["a@0+500", "b@500+50-50"]],
  ["a long hand-over", [part("a", 0, 500), part("b", 8000, 200)], ["a@0+450", "b@450+150-50"]],
  ["a short one, to the page", [part("a", 0, 457), part("b", 9000, 99)], ["a@0+450", "b@450+99"]],
  [
    "a hand-over to one that finds its feet late",
    [part("a", 0, 500), { ...part("b", 7000, 300), settleMs: 2500 }],
    ["a@0+470", "b@470+180-120"],
  ],
  ["a newer part within an older one", [part("a", 0, 500), part("b", 2000, 100)], ["a@0+500"]],
  ["two that begin together", [part("a", 0, 50), part("b", 4, 80)], ["b@0+80"]],
  ["parts that touch", [part("a", 0, 50), part("b", 1000, 80)], ["a@0+50", "b@50+80"]],
  ["an empty part", [part("a", 0, 50), part("b", 500, 0)], ["a@0+50"]],
  [
    "a piece within a part, which goes on at a page",
    [part("a", 0, 500), part("p", 2040, 133, true)],
    ["a@0+102", "p@102+128", "a@230+270-230"],
  ],
  [
    "a piece over the end of one and the start of the next",
    [part("a", 0, 100), part("b", 3000, 100), part("p", 1500, 85, true)],
    ["a@0+75", "p@75+85", "b@160+90-10"],
  ],
  [
    "two pieces in one part",
    [part("a", 0, 500), part("q", 6000, 30, true), part("p", 2000, 30, true)],
    ["a@0+100", "p@100+30", "a@130+170-130", "q@300+30", "a@330+170-330"],
  ],
  [
    "a piece shorter than a page",
    [part("a", 0, 100), part("p", 1040, 4, true)],
    ["a@0+52", "p@52+4", "a@60+40-60"],
  ],
  ["a piece that covers a part", [part("a", 1000, 50), part("p", 900, 80, true)], ["p@45+80"]],
  ["a piece in nothing", [part("p", 1000, 50, true)], ["p@50+50"]],
])("%s", (_, parts, expected) => {
  expect(placed(...parts)).toEqual(expected);
});

test("no two ever overlap and no sound is lost, whatever the parts", () => {
  let state = 1;
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  for (let run = 0; run < 300; run++) {
    const parts = Array.from({ length: 1 + next(6) }, (_, i) =>
      part(`f${i}`, next(20_000), next(400), next(4) === 0),
    );
    const line = placeParts(parts);
    for (const [i, { from, packets, skip, whole }] of line.entries()) {
      expect(packets).toBeGreaterThan(0);
      expect(skip + packets).toBeLessThanOrEqual(whole);
      expect(skip % 10).toBe(0);
      const before = line[i - 1];
      if (before) expect(from).toBeGreaterThanOrEqual(before.from + before.packets);
    }
    // Up to a page may be missing behind a piece.
    const covered = (packet: number) =>
      line.some(({ from, packets }) => packet >= from && packet < from + packets);
    for (const { startMs, packets, isPiece } of parts) {
      const from = Math.round(startMs / 20);
      let missing = 0;
      for (let p = from; p < from + packets; p++) if (!covered(p)) missing++;
      expect(missing).toBeLessThanOrEqual(isPiece ? 9 : 9 * parts.length);
    }
  }
});
