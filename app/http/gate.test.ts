import { request as send } from "node:http";
import type { AddressInfo } from "node:net";
import net from "node:net";
import express from "express";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { gate, stripForwarded } from "./gate.server.ts";
import { headers } from "./headers.server.ts";
import { openHere } from "./own-address.server.ts";

const ORIGIN = "https://calls.example.com";
const SESSION = "__Host-sid=abc";

let ran: string[] = [];
let port = 0;
let seen: Record<string, unknown> = {};
const app = express();
const nobody = new net.BlockList();
app.use(headers(true), stripForwarded(nobody), gate(ORIGIN), openHere(ORIGIN));
app.all("*", (req, res) => {
  ran.push(`${req.method} ${req.url}`);
  seen = req.headers;
  res.send("ran");
});
const server = app.listen(0, "127.0.0.1");

beforeAll(async () => {
  if (!server.listening) await new Promise((done) => server.once("listening", done));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is an object
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  ran = [];
});

type Sent = { method: string; path: string; headers: Record<string, string> };
/** By node:http, which, unlike fetch, sends any header it is given. */
const answerTo = ({ method, path, headers: given }: Sent) =>
  new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      send({ host: "127.0.0.1", port, method, path, headers: given }, (res) => {
        let text = "";
        res.setEncoding("utf8").on("data", (piece: string) => (text += piece));
        res.on("end", () => resolve({ status: res.statusCode ?? 0, headers: res.headers, text }));
      })
        .on("error", reject)
        .end();
    },
  );

const post = (path: string, given: Record<string, string>, method = "POST"): Sent => ({
  method,
  path,
  headers: given,
});
const evil = { origin: "https://evil.example" };

/** The shapes that Remix alone lets through, or could (reliability §3.2). */
test.each<[string, Sent]>([
  ["a page's action", post("/signin", evil)],
  [
    "a page's action asked for as data",
    post("/recordings?_data=routes/work/recordings", { ...evil, cookie: SESSION }),
  ],
  ["a resource route", post("/preferences", { ...evil, cookie: SESSION })],
  [
    "a beacon of another site",
    post("/calls/018f0000-0000-7000-8000-000000000000/heard", {
      ...evil,
      cookie: SESSION,
      "content-type": "text/plain;charset=UTF-8",
      "sec-fetch-site": "cross-site",
      "sec-fetch-mode": "no-cors",
    }),
  ],
  ["an opaque origin", post("/signin", { origin: "null" })],
  ["no origin at all, as an old browser would send", post("/signout", { cookie: SESSION })],
  [
    "a host that a proxy would have forwarded",
    post("/signin", { ...evil, "x-forwarded-host": "evil.example" }),
  ],
  [
    "another site that fetch metadata gives away",
    post("/signin", { origin: ORIGIN, "sec-fetch-site": "cross-site" }),
  ],
  [
    "a sibling on the same domain",
    post("/recordings/begin", {
      origin: "https://other.example.com",
      "sec-fetch-site": "same-site",
      cookie: SESSION,
    }),
  ],
  [
    "an exempt path that comes with a session",
    post("/api/v1/calls", { ...evil, cookie: `theme=dark; ${SESSION}` }),
  ],
])("refuses %s", async (_name, sent) => {
  expect((await answerTo(sent)).status).toBe(403);
  expect(ran).toEqual([]);
});

test.each(["PUT", "PATCH", "DELETE", "PROPFIND", "REPORT"])(
  "refuses %s from elsewhere",
  async (method) => {
    expect((await answerTo(post("/recordings", evil, method))).status).toBe(403);
  },
);

test.each([
  "/api/v1",
  "/api/v11/calls",
  "/API/v1/calls",
  "/hooks",
  "/monitoring/x",
  "/x/api/v1/calls",
  "/api%2fv1/calls",
])("%s is not exempt", async (path) => {
  expect((await answerTo(post(path, evil))).status).toBe(403);
});

test.each<[string, Sent]>([
  ["a form of ours", post("/signin", { origin: ORIGIN, "sec-fetch-site": "same-origin" })],
  ["a form of ours in a browser without fetch metadata", post("/signin", { origin: ORIGIN })],
  [
    "a page that is only read, from anywhere",
    post("/recordings", { ...evil, "sec-fetch-site": "cross-site", cookie: SESSION }, "GET"),
  ],
  ["a preflight", post("/recordings", evil, "OPTIONS")],
  ["a program with a key of its own", post("/api/v1/calls", {})],
  [
    "a hook with a proof of its own",
    post("/hooks/zoom", { origin: "https://zoom.us", cookie: "theme=dark" }),
  ],
  ["an error report", post("/monitoring", {})],
])("lets %s pass", async (_name, sent) => {
  expect((await answerTo(sent)).status).toBe(200);
  expect(ran).toHaveLength(1);
});

test("a refusal carries the headers of its class too", async () => {
  const refused = await answerTo(post("/signin", evil));
  expect(refused.headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cache-control": "private, no-store",
    "strict-transport-security": "max-age=63072000; includeSubDomains",
  });
});

test("only a trusted proxy says where a request came from", async () => {
  const forwarded = {
    "x-forwarded-for": "1.2.3.4",
    "x-forwarded-host": "evil.example",
    forwarded: "for=1.2.3.4",
    "x-forwarded-anything": "x",
  };
  await answerTo(post("/", forwarded, "GET"));
  expect(Object.keys(seen).filter((name) => name.includes("forwarded"))).toEqual([]);

  const proxies = new net.BlockList();
  proxies.addSubnet("10.0.0.0", 8, "ipv4");
  const strip = stripForwarded(proxies);
  const from = (remoteAddress: string) => {
    const request = { socket: { remoteAddress }, headers: { ...forwarded } };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the middleware reads these two fields
    strip(request as never, {} as never, () => undefined);
    return Object.keys(request.headers).length;
  };
  expect(from("10.1.2.3")).toBe(4);
  expect(from("::ffff:10.1.2.3")).toBe(4);
  expect(from("11.1.2.3")).toBe(0);
  expect(from("::1")).toBe(0);
});

describe("opened by another address", () => {
  const LAN = "192.168.1.20:3000";
  const html = { accept: "text/html,*/*", host: LAN };
  const ours = `${ORIGIN}/signin?next=%2Frecordings`;
  const signIn = (
    given: Record<string, string>,
    method = "GET",
    path = "/signin?next=%2Frecordings",
  ) => answerTo(post(path, given, method));

  test.each([
    "/signin",
    "/signup",
    "/signup/x",
    "/activate/x",
    "/password-reset?token=x",
    "/shared/x",
  ])("%s says where it is to be opened, with the same path", async (path) => {
    const { status, text, headers: sent } = await signIn(html, "GET", path);
    expect(status).toBe(200);
    expect(text).toContain(`Open Parley at ${ORIGIN}`);
    expect(text).toContain(`href="${ORIGIN}${path}"`);
    expect(sent).toMatchObject({ "cache-control": "private, no-store" });
    expect(ran).toEqual([]);
  });

  test("in the reader's language, by the cookie before the browser's own", async () => {
    const japanese = await signIn({ ...html, "accept-language": "ja" });
    expect(japanese.text).toContain(`Parley は ${ORIGIN} で開いてください`);
    const english = await signIn({ ...html, "accept-language": "ja", cookie: "lang=en" });
    expect(english.text).toContain('<html lang="en">');
  });

  test("a form of that address is refused with the same words", async () => {
    for (const origin of [`http://${LAN}`, "null"]) {
      const { status, text } = await signIn({ ...html, origin }, "POST");
      expect(status).toBe(403);
      expect(text).toContain(`Open Parley at ${ORIGIN}`);
      expect(text).toContain(`href="${ours}"`);
    }
    expect(ran).toEqual([]);
  });

  test("a script is answered with what an error boundary shows", async () => {
    const asked = { host: LAN, origin: `http://${LAN}`, accept: "*/*" };
    const {
      status,
      text,
      headers: sent,
    } = await signIn(asked, "POST", "/signin?next=%2Frecordings&_data=routes%2Faccount%2Fsignin");
    expect(status).toBe(403);
    expect(sent["x-remix-catch"]).toBe("yes");
    expect(JSON.parse(text)).toEqual({
      ...{ code: "elsewhere", title: `Open Parley at ${ORIGIN}`, url: ours },
    });
  });

  test("loopback by another name than the configured one keeps its cookies, but its forms need metadata", async () => {
    const local = { accept: "text/html", host: "localhost:3000" };
    expect((await signIn(local)).text).toBe("ran");
    const old = await signIn({ ...local, origin: "http://localhost:3000" }, "POST");
    expect([old.status, old.text.includes(ORIGIN)]).toEqual([403, true]);
    expect((await signIn({ ...local, "sec-fetch-site": "same-origin" }, "POST")).text).toBe("ran");
  });

  test.each<[string, Record<string, string>]>([
    ["the configured host", { host: "calls.example.com" }],
    ["the same with its port", { host: "calls.example.com:443" }],
    [
      "another host over https, where a browser sends metadata",
      { host: "alias.example", "sec-fetch-site": "none" },
    ],
    ["no host", { host: "" }],
  ])("nothing changes for %s", async (_name, given) => {
    const { status, text } = await signIn({ accept: "text/html", ...given });
    expect([status, text]).toEqual([200, "ran"]);
  });

  test("another site's form says nothing of an address, and what is no document passes", async () => {
    const foreign = await signIn(
      { ...evil, accept: "text/html", host: "calls.example.com" },
      "POST",
    );
    expect([foreign.status, foreign.text]).toEqual([403, "cross-site request refused"]);
    for (const path of ["/healthz", "/signin?_data=routes%2Faccount%2Fsignin", "/recordings"])
      expect((await signIn(html, "GET", path)).text).toBe("ran");
  });

  test("what stands in an address is no markup", async () => {
    const { text } = await signIn(html, "GET", "/shared/x?a='<b>\"");
    expect(text).not.toMatch(/<b>|href="[^"]*'/);
  });

  test("a trusted proxy says host and scheme", async () => {
    const proxies = new net.BlockList();
    proxies.addAddress("127.0.0.1", "ipv4");
    proxies.addAddress("::ffff:127.0.0.1", "ipv6");
    const behind = express();
    behind.use(stripForwarded(proxies), openHere(ORIGIN), (_req, res) => void res.send("ran"));
    const listening = behind.listen(0, "127.0.0.1");
    await new Promise((done) => listening.once("listening", done));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is an object
    const { port: at } = listening.address() as AddressInfo;
    const seenBy = async (given: Record<string, string>) => {
      const answer = await fetch(`http://127.0.0.1:${at}/signin`, {
        headers: { accept: "text/html", ...given },
      });
      return (await answer.text()) === "ran";
    };
    expect(await seenBy({ "x-forwarded-host": "calls.example.com" })).toBe(true);
    expect(
      await seenBy({ "x-forwarded-host": "calls.example.com", "x-forwarded-proto": "https" }),
    ).toBe(true);
    expect(
      await seenBy({ "x-forwarded-host": "calls.example.com", "x-forwarded-proto": "http" }),
    ).toBe(false);
    expect(await seenBy({ "x-forwarded-host": "old.example.com" })).toBe(false);
    await new Promise((done) => listening.close(done));
  });
});
