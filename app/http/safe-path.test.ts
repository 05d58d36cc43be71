import { expect, test } from "vitest";
import { HOSTILE } from "#tests/support/hostile-paths.ts";
import { safePath } from "./safe-path.ts";

const ORIGIN = "https://calls.example.com";

test("the corpus has sixty payloads", () => {
  expect(new Set(HOSTILE).size).toBe(60);
});

test.each(HOSTILE)("%j leads home", (next) => {
  expect(safePath(next)).toBe("/");
});

test.each([
  "/",
  "/recordings",
  "/recordings?state=ready&state=failed&sort=-startedAt",
  "/playback/0190a6e0-0000-7000-8000-000000000000?t=754#transcript",
  "/recordings?q=%2F%2Fevil.example",
  "/recordings?q=//a b",
  "/a/./b",
  "/検索?q=日本",
])("%j is kept", (next) => {
  expect(safePath(next)).toBe(next);
});

test("whatever comes back stays on the site, for the browser and for a router that takes the path alone", () => {
  const pieces = ["/", "\\", ".", "..", "%2e", "%2f", "%5c", "evil.example", "@", ":", "\t", "a"];
  for (const one of pieces)
    for (const two of pieces)
      for (const three of pieces)
        for (const four of pieces) {
          const path = safePath(`/${one}${two}${three}${four}`);
          const { origin, pathname, search } = new URL(path, ORIGIN);
          expect(origin).toBe(ORIGIN);
          expect(new URL(pathname + search, ORIGIN).origin).toBe(ORIGIN);
        }
});

test("nothing given leads home", () => {
  expect(safePath(null)).toBe("/");
  expect(safePath(undefined)).toBe("/");
});
