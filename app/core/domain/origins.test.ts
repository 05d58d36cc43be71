import { expect, test } from "vitest";
import { allowedOrigins, isCovered, readOrigin } from "./origins.ts";

test.each([
  ["https://desk.example.com", "https://desk.example.com"],
  ["HTTPS://Desk.Example.com/", "https://desk.example.com"],
  ["https://desk.example.com:443", "https://desk.example.com"],
  ["http://desk.example.com:80", "http://desk.example.com"],
  ["https://desk.example.com:8443", "https://desk.example.com:8443"],
  ["https://*.example.com", "https://*.example.com"],
  ["http://localhost:*", "http://localhost:*"],
  ["http://127.0.0.1:3000", "http://127.0.0.1:3000"],
  ["https://日本.example", "https://xn--wgv71a.example"],
  ["https://*.bücher.example", "https://*.xn--bcher-kva.example"],
])("%s is kept as %s", (text, kept) => {
  expect(readOrigin(text)).toBe(kept);
});

test.each([
  "",
  "desk.example.com",
  "https://",
  "https://desk.example.com/page",
  "https://desk.example.com?x",
  "https://user@desk.example.com",
  "ftp://desk.example.com",
  "javascript:alert(1)",
  "data:text/html,x",
  "null",
  "'self'",
  "*",
  "https://*",
  "https://*.com",
  "https://a.*.example.com",
  "https://desk.example.com:*",
  "https://desk.example.com:0",
  "https://desk.example.com:70000",
  "https://desk.example.com; script-src *",
  "https://desk.example.com https://evil.example",
  "https://desk.example.com\nhttps://evil.example",
  "https://-desk.example.com",
  "http://[::1]:3000",
])("%j is no origin", (text) => {
  expect(readOrigin(text)).toBeNull();
});

test("a pattern covers what it stands for, and no neighbour", () => {
  const by = ["https://*.a.example", "http://localhost:*", "https://b.example"];
  for (const origin of ["https://x.a.example", "https://y.x.a.example", "https://*.x.a.example"])
    expect(isCovered(origin, by)).toBe(true);
  for (const origin of ["http://localhost:3000", "http://localhost", "https://b.example"])
    expect(isCovered(origin, by)).toBe(true);
  // As browsers read a policy: http covers https as well, never the other way round.
  expect(isCovered("https://localhost:3000", by)).toBe(true);
  expect(isCovered("https://desk.example", ["http://desk.example"])).toBe(true);
  expect(isCovered("https://desk.example:8443", ["http://desk.example"])).toBe(false);
  for (const origin of [
    "https://a.example",
    "https://evila.example",
    "http://x.a.example",
    "https://x.a.example:8443",
    "https://b.example.evil.example",
    "null",
    "",
  ])
    expect(isCovered(origin, by)).toBe(false);
  expect(isCovered("https://anything.example", ["*"])).toBe(true);
});

test("the rules of a workspace hold for keys that are there already", () => {
  const origins = ["https://x.a.example", "https://b.example"];
  expect(allowedOrigins(origins, { embed: "listed", origins: [] })).toEqual(origins);
  expect(allowedOrigins(origins, { embed: "listed", origins: ["https://*.a.example"] })).toEqual([
    "https://x.a.example",
  ]);
  expect(allowedOrigins(origins, { embed: "off", origins: [] })).toEqual([]);
  expect(allowedOrigins(["*"], { embed: "listed", origins: [] })).toEqual([]);
  expect(allowedOrigins(["*"], { embed: "any", origins: [] })).toEqual(["*"]);
});
