import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { mergePeaks, PeakWriter } from "./peaks.ts";
import { RATE } from "./timeline.ts";

const dir = mkdtempSync(join(tmpdir(), "parley-peaks-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const flat = (ms: number, value: number) => new Int16Array(ms * RATE).fill(value);

test("a bin is the loudest sample of its tenth of a second of the call, across frames", () => {
  const file = join(dir, "one.peaks");
  const writer = new PeakWriter(file);
  writer.add(250 * RATE, flat(100, 3276));
  writer.add(350 * RATE, flat(100, -16_384));
  expect([...readFileSync(file)]).toEqual([0, 0, 13, 64]); // bin 4 is still open
  writer.end();
  expect([...readFileSync(file)]).toEqual([0, 0, 13, 64, 64]);
});

test("a track that comes back goes on in its file, and the time between is silence", () => {
  const file = join(dir, "back.peaks");
  const first = new PeakWriter(file);
  first.add(0, flat(100, 32_767));
  first.end();
  const again = new PeakWriter(file);
  again.add(400 * RATE, flat(100, 32_767));
  again.end();
  expect([...readFileSync(file)]).toEqual([127, 0, 0, 0, 127]);
});

test("attempts are merged bin by bin and cut to the length of the track", () => {
  expect([...mergePeaks([Uint8Array.of(1, 9, 0), Uint8Array.of(0, 4, 0, 127, 250)], 6)]).toEqual([
    1, 9, 0, 127, 127, 0,
  ]);
  expect([...mergePeaks([Uint8Array.of(1, 2, 3)], 2)]).toEqual([1, 2]);
});
