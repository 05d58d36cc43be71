import { connect, type AddressInfo } from "node:net";
import { once } from "node:events";
import { createServer } from "node:http";
import express from "express";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { onePath, refuseTunnels, refuseUnreadable } from "./address.server.ts";
import { gate } from "./gate.server.ts";

const ORIGIN = "https://calls.example.com";
let port = 0;
/** What came through, as whatever stands behind would read it. */
let ran: string[] = [];
const app = express();
app.use(onePath, refuseUnreadable, gate(ORIGIN));
app.all("*", (req, res) => {
  ran.push(`${req.method} ${req.headers.host} ${req.originalUrl}`);
  res.send("ran");
});
const server = refuseTunnels(createServer(app)).listen(0, "127.0.0.1");
beforeAll(async () => {
  if (!server.listening) await once(server, "listening");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is an object
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  ran = [];
});

/** By a socket: clients mend what they are told to ask for. @returns the answer's head */
const say = (line: string, ...fields: string[]) =>
  new Promise<string>((done, failed) => {
    let said = "";
    const socket = connect(port, "127.0.0.1", () =>
      socket.write([line, ...fields, "connection: close", "", ""].join("\r\n"), "latin1"),
    );
    socket.on("data", (chunk) => (said += chunk.toString("latin1")));
    socket.on("error", failed);
    socket.on("close", () => done(said));
  });
const statusOf = (said: string): number => Number(said.split(" ")[1] ?? 0);
const HOST = "host: calls.example.com";

test.each([
  ["/recordings?q=a%00", "/recordings?q=a%00"],
  ["/api/v1/../../signin?next=/..", "/signin?next=/.."],
  ["/hooks/%2e%2e/signin", "/signin"],
  ["/hooks/.%2E/./signin", "/signin"],
  ["/api\\v1\\..\\..\\signin", "/signin"],
  ["/../..", "/"],
  ["/x#part", "/x"],
  ["//evil.example/x", "//evil.example/x"],
  ["/api/v1/..%2fsignin", "/api/v1/..%2fsignin"],
])("%s is read as %s by everybody", async (asked, read) => {
  expect(statusOf(await say(`GET ${asked} HTTP/1.1`, HOST))).toBe(200);
  expect(ran).toEqual([`GET calls.example.com ${read}`]);
});

test("a whole address is a path of the host that it names", async () => {
  await say("GET http://other.example:8080/a/../b?c HTTP/1.1", HOST);
  await say("GET https://other.example HTTP/1.1", HOST);
  expect(ran).toEqual(["GET other.example:8080 /b?c", "GET other.example /"]);
});

describe("the gate judges the path that is run", () => {
  const EVIL = ["origin: https://evil.example", "sec-fetch-site: cross-site", "content-length: 0"];
  test.each([
    "/api/v1/../../signin",
    "/api/v1/%2e%2e/preferences",
    "/hooks/%2e%2e/preferences",
    "/api/v1/\\..\\..\\signin",
    "/hooks/../monitoring/x",
    "/monitoring/../signin?_data=routes/account/signin",
    "http://calls.example.com/api/v1/../../signin",
  ])("so %s from elsewhere is refused", async (path) => {
    expect(statusOf(await say(`POST ${path} HTTP/1.1`, HOST, ...EVIL))).toBe(403);
    expect(ran).toEqual([]);
  });

  test("and what leads to an exempt one passes", async () => {
    expect(statusOf(await say("POST /x/../api/v1/calls HTTP/1.1", HOST, ...EVIL))).toBe(200);
    expect(ran).toEqual(["POST calls.example.com /api/v1/calls"]);
  });
});

test.each([
  "/%0d%0aset-cookie:x",
  "/recordings%0a",
  "/api/v1/%0d",
  "/healthz/%00",
  "/a%e2%80%a8b",
  "/a%e2%80%a9b",
  "/%7f",
  "/%1b[2J",
  "/%",
  "/%zz",
  "/recordings/%ff",
  "/%c0%af",
  "*",
  "http://other.example:99999/",
  "ftp://other.example/",
  "javascript:alert(1)",
  "/a b",
  "/a\tb",
  "/\rb",
  "/\u0001",
  "nothing",
])("%j is no address", async (path) => {
  expect(statusOf(await say(`GET ${path} HTTP/1.1`, HOST))).toBe(400);
  expect(ran).toEqual([]);
});

test("Express itself finds nothing where a host is missing", async () => {
  expect(statusOf(await say("GET http:// HTTP/1.1", HOST))).toBe(404);
  expect(ran).toEqual([]);
});

test.each(["a b", "[", "x:99999", "%00", "a/b", "a?b", "a#b", "user@x", "\u00ff", "a,b"])(
  "%j is no host",
  async (host) => {
    expect(statusOf(await say("GET /recordings HTTP/1.1", `host: ${host}`))).toBe(400);
    expect(statusOf(await say("GET / HTTP/1.1", HOST, `x-forwarded-host: ${host},b`))).toBe(
      host === "a,b" ? 200 : 400,
    );
  },
);

test.each(["localhost:3000", "127.0.0.1", "[::1]:80", "web_1:", "xn--p8j9a0d9c9a.example", ""])(
  "%j is one",
  async (host) => {
    expect(statusOf(await say("GET /recordings HTTP/1.1", `host: ${host}`))).toBe(200);
  },
);

test("HTTP/1.0 names no host", async () => {
  expect(statusOf(await say("GET /recordings HTTP/1.0"))).toBe(200);
});

test.each(["PROPFIND", "TRACE", "SEARCH", "PURGE", "LINK", "QUERY", "M-SEARCH", "REPORT"])(
  "nothing here answers %s",
  async (method) => {
    const said = await say(`${method} /recordings HTTP/1.1`, HOST, `origin: ${ORIGIN}`);
    expect(said).toMatch(
      /^HTTP\/1\.1 405 [\s\S]*^allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r$/im,
    );
    expect(ran).toEqual([]);
  },
);

test.each(["evil.example:443", "/recordings"])("and no tunnel leads to %s", async (target) => {
  expect(await say(`CONNECT ${target} HTTP/1.1`, HOST)).toMatch(/^HTTP\/1\.1 405 /);
  expect(ran).toEqual([]);
});

test.each(["FOO", "get", "GET/1"])("%s is not even a method", async (method) => {
  expect(statusOf(await say(`${method} /recordings HTTP/1.1`, HOST))).toBe(400);
});
