import { expect, test } from "vitest";
import { encodeIndex } from "../transcript/wire-encode.ts";
import { stripOfWords } from "./clip-strip.ts";

test("a strip says who speaks when, by the words alone", () => {
  const lanes = [
    { id: "a", name: "Mari", side: "R" as const },
    { id: "b", name: "Elena", side: "C" as const },
  ];
  const row = (no: number, lane: number, t0Ms: number, t1Ms: number) => ({
    ...{ no, lane, t0Ms, t1Ms, chars: 1 },
  });
  const strip = stripOfWords(
    encodeIndex(1, lanes, [row(0, 0, 0, 4_000), row(1, 1, 6_000, 15_000)]),
    15_000,
  );
  const cells = Array.from(atob(strip), (sign) => sign.charCodeAt(0));
  expect(cells).toHaveLength(150);
  expect([cells[0], cells[39], cells[40], cells[59], cells[60], cells[149]]).toEqual([
    ...[0x90, 0x90, 0, 0, 0x09, 0x09],
  ]);
});
