import type { AddressInfo } from "node:net";
import express, { type ErrorRequestHandler } from "express";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documentPolicy, headers, reachable, SPEAKING as speaking } from "./headers.server.ts";

const app = express();
app.use(headers(true));
app.get("/throws", () => {
  throw new Error("on purpose");
});
app.get(/.*/, (req, res) => {
  res.status(req.path.includes("gone") ? 404 : 200).send("x");
});
const quiet: ErrorRequestHandler = (_error, _req, res, _next) => {
  res.status(500).send("x");
};
app.use(quiet);
const server = app.listen(0, "127.0.0.1");
let base = "";
beforeAll(async () => {
  if (!server.listening) await new Promise((done) => server.once("listening", done));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is an object
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((done) => server.close(done)));

const ID = "0190a6e0-0000-7000-8000-000000000000";
const EVERYWHERE = {
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "strict-transport-security": "max-age=63072000; includeSubDomains",
};
const PERMISSIONS =
  "microphone=(), camera=(), display-capture=(), geolocation=(), payment=(), usb=(), autoplay=(self), fullscreen=(self)";
const SPEAKING =
  "microphone=(self), camera=(self), display-capture=(self), geolocation=(), payment=(), usb=(), autoplay=(self), fullscreen=(self)";
const CLASSES = {
  app: {
    "cache-control": "private, no-store",
    "permissions-policy": SPEAKING,
    "x-robots-tag": null,
    "content-security-policy": null,
  },
  token: {
    "cache-control": "private, no-store",
    "permissions-policy": PERMISSIONS,
    "x-robots-tag": "noindex, nofollow",
  },
  data: { "cache-control": "private, no-store", vary: "Cookie", "permissions-policy": null },
  file: {
    "cache-control": "private, no-cache",
    "content-security-policy": "default-src 'none'; sandbox",
    "permissions-policy": null,
  },
  asset: { "cache-control": null, "permissions-policy": null },
} as const;

test.each<[keyof typeof CLASSES, string, number]>([
  ["app", "/", 200],
  ["app", "/recordings", 200],
  ["app", `/playback/${ID}`, 200],
  ["app", `/recordings/${ID}?t=1`, 200],
  ["app", "/gone", 404],
  ["app", "/throws", 500],
  ["app", "/problems/not_found", 200],
  ["token", "/signin", 200],
  ["token", "/signin?next=%2Frecordings", 200],
  ["token", "/SignIn", 200],
  ["token", "/password-reset/gone", 404],
  ["token", "/hooks/unsubscribe/x", 200],
  ["app", "/console", 200],
  ["app", `/console/${ID}`, 200],
  ["app", "/Console-Popper", 200],
  ["token", "/shared/abc", 200],
  ["token", "/shared/gone", 404],
  ["data", "/console?_data=routes/work/console", 200],
  ["data", `/calls/${ID}/lobby/stream`, 200],
  ["data", "/recordings?_data=routes/work/recordings", 200],
  ["data", "/recordings.json", 200],
  ["data", "/recordings.csv?q=a", 200],
  ["data", `/calls/${ID}/transcript/1`, 200],
  ["data", `/Calls/${ID}/metrics.json`, 200],
  ["data", "/stream/pipeline", 200],
  ["data", "/api/v1/gone", 404],
  ["data", "/uploads", 200],
  ["data", "/metrics", 200],
  ["file", `/media/${ID}`, 200],
  ["file", `/media/${ID}?download=1`, 200],
  ["file", `/MEDIA/${ID}`, 200],
  ["file", `/%6dedia/${ID}`, 200],
  ["file", `/media/cut/${ID}`, 200],
  ["file", `/media/cut/${ID}/pulse`, 200],
  ["file", "/media/gone", 404],
  ["asset", "/assets/app-abc.js", 200],
  ["app", "/%E0%A4%A", 200],
])("%s: %s (%i)", async (kind, path, status) => {
  const answer = await fetch(base + path);
  expect(answer.status).toBe(path === "/%E0%A4%A" ? answer.status : status);
  for (const [name, value] of Object.entries({ ...EVERYWHERE, ...CLASSES[kind] }))
    expect(answer.headers.get(name), `${name} of ${path}`).toBe(value);
  expect(answer.headers.has("x-powered-by")).toBe(false);
});

test("http on loopback is not told to be https for two years", async () => {
  const plain = express().use(headers(false), (_req, res) => void res.send("x"));
  const other = plain.listen(0, "127.0.0.1");
  await new Promise((done) => other.once("listening", done));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is an object
  const answer = await fetch(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
  expect(answer.headers.has("strict-transport-security")).toBe(false);
  await new Promise((done) => other.close(done));
});

test("a document runs no script but ours, and nobody frames it", () => {
  const policy = Object.fromEntries(
    documentPolicy("bm9uY2U=")
      .split("; ")
      .map((line) => [line.split(" ")[0] ?? "", line.split(" ").slice(1)]),
  );
  expect(policy["default-src"]).toEqual(["'none'"]);
  expect(policy["script-src"]).toEqual(["'self'", "'nonce-bm9uY2U='"]);
  expect(policy["frame-ancestors"]).toEqual(["'none'"]);
  expect(policy["form-action"]).toEqual(["'self'"]);
  expect(policy["base-uri"]).toEqual(["'none'"]);
  expect(policy["object-src"]).toEqual(["'none'"]);
  expect(JSON.stringify(policy)).not.toContain("unsafe-eval");
  expect(policy["script-src"]).not.toContain("'unsafe-inline'");
});

test("what speaks though its address does not say so names the permissions of a call", () => {
  expect(speaking["Permissions-Policy"]).toBe(SPEAKING);
});

test.each([
  ["/console", {}, "ws://127.0.0.1:7880", "'self' ws://127.0.0.1:7880 http://127.0.0.1:7880"],
  [
    "/shared/abc",
    speaking,
    "wss://live.example.com/",
    "'self' wss://live.example.com https://live.example.com",
  ],
  ["/shared/abc", {}, "wss://live.example.com/", "'self'"],
  ["/console", {}, undefined, "'self'"],
  ["/", {}, "ws://127.0.0.1:7880", "'self' ws://127.0.0.1:7880 http://127.0.0.1:7880"],
  ["/recordings", {}, "ws://127.0.0.1:7880", "'self' ws://127.0.0.1:7880 http://127.0.0.1:7880"],
  ["/signin", {}, "ws://127.0.0.1:7880", "'self'"],
  ["/SignIn", {}, "ws://127.0.0.1:7880", "'self'"],
])("what %s (%j) may connect to where the media server is at %s", (path, own, server, expected) => {
  const policy = documentPolicy("bm9uY2U=", reachable(path, new Headers(own), server));
  expect(policy.split("; ")).toContain(`connect-src ${expected}`);
});
