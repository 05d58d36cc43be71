import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { isDiskFull } from "#app/core/platform/error-facts.ts";
import { writeAt } from "./write-at.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-write-at-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("bytes lie behind those that came before, and the end is where they end", async () => {
  const path = join(folder, "two-parts");
  writeFileSync(path, "");
  expect(await writeAt(path, Readable.from([Buffer.from("first ")]), 0)).toBe(6);
  expect(await writeAt(path, Readable.from([Buffer.from("second")]), 6)).toBe(12);
  expect(readFileSync(path, "utf8")).toBe("first second");
});

test("a full disk is said as one", async () => {
  const error: unknown = await writeAt("/dev/full", Readable.from([Buffer.from("x")]), 0).catch(
    (thrown: unknown) => thrown,
  );
  expect(isDiskFull(error)).toBe(true);
});
