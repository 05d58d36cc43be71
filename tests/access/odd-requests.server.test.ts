import { describe, expect, test, vi } from "vitest";
import { env } from "#app/core/platform/env.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import { addressesOf } from "./addresses.ts";
import type { AppRoute } from "./app.ts";
import { fingerprint } from "./replay.ts";
import { serveHouse } from "./served-house.ts";

const { app, door, admin, house } = await serveHouse();

const signedIn = (): Record<string, string> => ({ cookie: `__Host-sid=${admin.token}` });
const OURS = () => ({ origin: env().appUrl, "sec-fetch-site": "same-origin" });
const FORM = { "content-type": "application/x-www-form-urlencoded" };

describe("another site's post", () => {
  const EVIL = { origin: "https://evil.example", "sec-fetch-site": "cross-site", ...FORM };
  const body = "email=a%40mill.test&password=x&theme=dark&returnTo=/";

  test.each([
    ["/monitoring", 404, 403],
    ["/monitoring/", 403, 403],
    ["/api/v1/calls", 404, 403],
    ["/api/v1/", 404, 403],
    ["/api/v1", 403, 403],
    ["/api/v1/..%2f..%2fsignin", 404, 403],
    ["/api/v1/../../signin", 403, 403],
    ["/api/v1/%2e%2e/%2e%2e/preferences", 403, 403],
    ["/hooks/zoom", 404, 403],
    ["/hooks/", 404, 403],
    ["/hooks/../preferences", 403, 403],
    ["/hooks/../monitoring", 404, 403],
    ["/hooks/../signin?_data=routes%2Faccount%2Fsignin", 403, 403],
    ["/embed/playback/x", 403, 403],
    ["/shared/x", 403, 403],
    ["/signin", 403, 403],
    ["/nowhere", 403, 403],
  ])("to %s is %i, with a cookie of ours %i", async (path, without, withOne) => {
    const [stranger, member] = [
      await door.say(`POST ${path}`, EVIL, body),
      await door.say(`POST ${path}`, { ...EVIL, ...signedIn() }, body),
    ];
    expect([stranger.status, member.status]).toEqual([without, withOne]);
    expect(stranger.headers.get("x-content-type-options")).toBe("nosniff");
    expect(stranger.headers.get("set-cookie")).toBeNull();
  });

  test.each(["evil.example", "127.0.0.1:1", "calls.example.com"])(
    "is told by its origin, not by the host %s",
    async (host) => {
      const sent = { host, origin: env().appUrl, ...FORM };
      expect((await door.say("POST /signin", sent, "email=a&password=")).status).toBe(422);
      const foreign = { ...sent, origin: `http://${host}` };
      expect((await door.say("POST /signin", foreign, "email=a&password=")).status).toBe(403);
    },
  );

  test.each(["", "null", "nonsense", "http://", "file:///x"])(
    "and one of ours whose origin is %j runs as any other",
    async (origin) => {
      const sent = { ...OURS(), origin, ...FORM };
      expect((await door.say("POST /signin", sent, "email=a&password=")).status).toBe(422);
    },
  );
});

describe("what nobody can answer is said in a word, to whoever asks", () => {
  test.each([
    "/%0d%0aset-cookie:%20__Host-sid=x",
    "/recordings%0a",
    "/api/v1/%0a",
    "/healthz/%0d",
    "/assets/%0a.js",
    "/uploads/%0a",
    "/media/%00",
    "/%e2%80%a8",
    "/recordings/%ff",
    "/%zz",
    "http://evil.example:99999/",
    "*",
  ])("400 for GET %s", async (path) => {
    for (const who of [{}, signedIn()]) {
      const answer = await door.say(`GET ${path}`, { ...who, accept: "text/html" });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([
        400,
        "text/plain; charset=utf-8",
      ]);
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("set-cookie")).toBeNull();
    }
  });

  test.each(["[", "a b", "x:99999", "user@x", "a/b"])("400 for the host %s", async (host) => {
    for (const line of ["GET /recordings", "POST /signin"])
      expect((await door.say(line, { host, ...OURS() })).status).toBe(400);
  });

  test.each(["PROPFIND", "TRACE", "SEARCH", "PURGE", "QUERY", "M-SEARCH"])(
    "405 for %s",
    async (method) => {
      for (const path of [
        "/",
        "/recordings",
        "/preferences",
        `/media/${house.fileId}`,
        "/nowhere",
      ]) {
        const answer = await door.say(`${method} ${path}`, { ...OURS(), ...signedIn() });
        expect([path, answer.status, answer.text]).toEqual([path, 405, "method not allowed"]);
        expect(answer.headers.get("allow")).toBe("GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
      }
    },
  );
});

describe("data of a route that an address does not have", () => {
  test.each([
    ["GET", "/recordings", "nope", 404],
    ["GET", "/recordings", "__proto__", 404],
    ["GET", "/recordings", "routes/setting/general", 404],
    ["GET", "/recordings", "routes/work/_shell/x", 404],
    ["GET", "/nowhere", "routes/work/recordings", 404],
    ["GET", "/signin", "routes/account/_frame", 404],
    ["GET", "/recordings.json", "constructor", 404],
    ["POST", "/recordings", "nope", 404],
    ["POST", "/recordings", "routes/setting/member", 404],
    ["POST", "/recordings", "root", 405],
    ["POST", "/", "", 405],
  ])("%s %s?_data=%s is %i", async (method, path, route, status) => {
    const said = await door.say(
      `${method} ${path}?_data=${encodeURIComponent(route)}`,
      { ...OURS(), ...FORM, ...signedIn() },
      method === "POST" ? "intent=retry" : "",
    );
    expect([said.status, said.text]).toEqual([
      status,
      expect.stringContaining(status === 405 ? "method_not_allowed" : "not_found"),
    ]);
    // A page that is still open in a browser shows its own refusal, not its own failure.
    expect([said.headers.get("x-remix-error"), said.headers.get("x-remix-catch")]).toEqual([
      null,
      "yes",
    ]);
  });
});

describe("a method that an address does not take is 405 with those it takes", () => {
  const declared = ({ loader, action, isPage }: AppRoute): string[] => [
    ...(loader || isPage ? ["GET", "HEAD"] : []),
    ...(typeof action?.needs === "object" && action.needs !== null
      ? Object.keys(action.needs)
      : []),
    "OPTIONS",
  ];

  test("at every address of the table, whoever asks, and nothing is done", async () => {
    const before = await fingerprint(admin.workspaceId);
    let asked = 0;
    for (const { route, path } of addressesOf(app, house)) {
      const allow = declared(route);
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]) {
        if (allow.includes(method)) continue;
        for (const who of [{}, signedIn()]) {
          const answer = await door.say(`${method} ${path}`, { ...OURS(), ...FORM, ...who });
          expect([method, path, answer.status, answer.headers.get("allow")]).toEqual([
            method,
            path,
            405,
            allow.join(", "),
          ]);
          asked += 1;
        }
      }
    }
    expect(asked).toBeGreaterThan(200);
    expect(await fingerprint(admin.workspaceId)).toEqual(before);
  });

  test("and OPTIONS asks for them", async () => {
    for (const { route, path } of addressesOf(app, house)) {
      const answer = await door.say(`OPTIONS ${path}`, { origin: "https://evil.example" });
      expect([path, answer.status, answer.headers.get("allow")]).toEqual([
        path,
        204,
        declared(route).join(", "),
      ]);
      // How to embed a link, and what a signature lets into a frame without an origin, may be read by other sites.
      if (!/^\/(?:oembed$|media\/embed\/)/.test(path))
        expect([path, ...answer.headers.keys()].join()).not.toContain("access-control");
    }
  });

  test("an address that is not there is 404 by whatever method", async () => {
    for (const path of ["/nowhere", "/recordings/a/b/c", "/api/v1/calls", "/hooks/zoom"])
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]) {
        const { status } = await door.say(`${method} ${path}`, { ...OURS(), ...FORM });
        expect([method, path, status]).toEqual([method, path, 404]);
      }
  });
});

test.each(["bytes=0-9", "bytes=-1", "bytes=100-", "bytes=0-9,20-29", "nonsense"])(
  "HEAD knows no ranges: %s is the whole file",
  async (range) => {
    const path = `/media/${house.fileId}`;
    const told = await door.say(`HEAD ${path}`, { ...signedIn(), range });
    expect([told.status, told.text]).toEqual([200, ""]);
    expect(Object.fromEntries(told.headers)).toMatchObject({
      "content-length": "100",
      "accept-ranges": "bytes",
      "content-type": "audio/mp4",
    });
    expect(told.headers.get("content-range")).toBeNull();
    const part = await door.say(`GET ${path}`, { ...signedIn(), range: "bytes=0-9" });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, "bytes 0-9/100"]);
  },
);

test("a refusal is a line at info, without words of the request", async () => {
  const lines = vi.spyOn(log, "info");
  try {
    await door.say("GET /signup/a-secret-link%0a?token=secret", signedIn());
    await door.say("GET /recordings?_data=secret", signedIn());
    await expect.poll(() => lines.mock.calls).toHaveLength(2);
    expect(lines.mock.calls.map(([fields, message]) => [fields, message])).toEqual([
      [
        expect.objectContaining({ method: "GET", route: "/signup/:secret", status: 400 }),
        "request",
      ],
      [expect.objectContaining({ method: "GET", route: "/recordings", status: 404 }), "request"],
    ]);
    expect(JSON.stringify(lines.mock.calls)).not.toMatch(/secret-link|token|_data/);
  } finally {
    lines.mockRestore();
  }
});
