import { expect, test } from "vitest";
import { safePath } from "./safe-path.ts";

const ORIGIN = "https://calls.example.com";

/** What open redirects were made of elsewhere (reliability §2.2). None may leave the site. */
const HOSTILE = [
  "//evil.example",
  "///evil.example",
  "////evil.example",
  "//evil.example/%2e%2e",
  "//evil.example%2f..",
  "//evil%E3%80%82example",
  "//google.com@evil.example",
  "//[::1]/",
  "//127.0.0.1",
  "/\\evil.example",
  "\\/evil.example",
  "\\\\evil.example",
  "/\\/evil.example",
  "/\\\\evil.example",
  "/recordings\\..\\..\\evil",
  "https://evil.example",
  "https:evil.example",
  "https:/evil.example",
  "HTTPS://evil.example",
  "http://evil.example",
  "ftp://evil.example",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "java\tscript:alert(1)",
  "java\nscript:alert(1)",
  "\u0001javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "blob:https://evil.example/x",
  "file:///etc/passwd",
  "mailto:a@evil.example",
  "evil.example",
  "evil.example/path",
  "@evil.example",
  "?next=//evil.example",
  "#//evil.example",
  ".//evil.example",
  "..//evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/./..//evil.example",
  "/a/..//evil.example",
  "/a/b/../..//evil.example",
  "/%2e//evil.example",
  "/%2e%2e//evil.example",
  "/a/%2E%2E//evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r/evil.example",
  "\t//evil.example",
  "\n//evil.example",
  " //evil.example",
  " /recordings",
  "/\u0000/evil.example",
  "/recordings\r\nSet-Cookie: a=b",
  "/recordings\r\nLocation: https://evil.example",
  "/recordings\u007f",
  "/\u0009//evil.example",
  "",
];

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
