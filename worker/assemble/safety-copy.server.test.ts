import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSamples } from "./safety-copy.ts";

test("a window that reaches over either end of a copy, or lies wholly outside it, is silent there", async () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-copy-"));
  const file = join(folder, "copy.s16");
  writeFileSync(file, new Uint8Array(Int16Array.of(1, 2, 3, 4).buffer));
  const read = async (from: number, count: number) => [...(await readSamples(file, from, count))];
  expect(await read(1, 2)).toEqual([2, 3]);
  expect(await read(-2, 4)).toEqual([0, 0, 1, 2]);
  expect(await read(3, 3)).toEqual([4, 0, 0]);
  expect(await read(-9, 3)).toEqual([0, 0, 0]);
  expect(await read(9, 2)).toEqual([0, 0]);
  rmSync(folder, { recursive: true, force: true });
});
