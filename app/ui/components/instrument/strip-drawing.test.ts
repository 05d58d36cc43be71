import { expect, test } from "vitest";
import { drawStrip } from "./strip-drawing.ts";

const strip = (...bytes: number[]): string => btoa(String.fromCharCode(...bytes));

test("a run is one bar inside its cells and its lane, the louder the higher", () => {
  const { cells, us, them, share } = drawStrip(strip(0x10, 0x10, 0, 0xf0, 0xf0));
  expect(cells).toBe(5);
  expect(them).toBe("");
  expect(share).toBe(1);
  let [x, y] = [0, 0];
  const bars = [...us.matchAll(/m([\d.]+) (-?[\d.]+)h([\d.]+)v([\d.]+)h-\3z/g)].map((bar) => {
    const [dx = 0, dy = 0, w = 0, h = 0] = bar.slice(1).map(Number);
    [x, y] = [x + dx, y + dy];
    return [x, y, w, h];
  });
  expect(bars).toHaveLength(2);
  const [quiet = [], loud = []] = bars;
  expect(quiet[0]).toBeCloseTo(0.5);
  expect(loud[0]).toBeCloseTo(3.5);
  expect(loud[3]).toBeGreaterThan(quiet[3] ?? 0);
  for (const [, top = 0, , h = 0] of bars) {
    expect(top - 0.5).toBeGreaterThanOrEqual(4);
    expect(top + h + 0.5).toBeLessThanOrEqual(11);
  }
});

test("a word of one cell is still seen, and a damaged strip is empty", () => {
  expect(drawStrip(strip(0x01, 0)).them).toMatch(/^m0.5 [\d.]+h0v[\d.]+h-0z$/);
  expect(drawStrip("%%%")).toEqual({ cells: 0, us: "", them: "", share: null });
});
