import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { request as sendHttp } from "node:http";
import type { AddressInfo } from "node:net";
import net from "node:net";
import express from "express";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { hashPassword } from "#app/core/domain/account/password.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { REMOTE_ADDRESS } from "#app/http/actor.server.ts";
import { gate, stripForwarded } from "#app/http/gate.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { HOSTILE } from "#tests/support/hostile-paths.ts";
import {
  ADDRESS_FORMS,
  addressForms,
  anotherAddress,
  INVITED,
  postFrom,
  RESET,
  SENT,
  SIGN_IN,
  SIGN_UP,
  withOpenSignUp,
} from "./account-addresses.ts";
import { appForFile } from "./app-for-file.ts";
import { aFullHouse } from "./full-house.ts";
import type { House } from "./noun.ts";
import { OPTIONAL, RECORDED } from "./recorded.ts";
import { fill, fingerprint, clearAttempts, send } from "./replay.ts";
import type { Recorded } from "./requests.ts";

const PASSWORD = "herons over the river";
const app = await appForFile();
let admin: SignedIn;
let ours: House;

beforeAll(async () => {
  admin = await aMember(await aWorkspace(), { role: "admin", scope: "workspace" });
  ours = await aFullHouse(admin);
});
beforeEach(() => clearAttempts());

const withPassword = async (): Promise<SignedIn> => {
  const person = await aMember(await aWorkspace());
  await db.identity.updateMany({
    where: { workspaceId: person.workspaceId, memberId: person.memberId },
    data: { password: await hashPassword(PASSWORD) },
  });
  return person;
};

const post = postFrom(app);

describe("whether an address has an account is not said", () => {
  test.each(ADDRESS_FORMS)("by %s: the same bytes for a member and for nobody", async (name) => {
    const { email } = await aMember(await aWorkspace());
    const forms = await addressForms(app, admin.workspaceId);
    await withOpenSignUp(async () => {
      const ofMember = await forms[name](email);
      expect(await forms[name](`not-${email}`)).toBe(ofMember);
      expect(ofMember).toMatch(SENT);
    });
  });

  test("by /signin: the same bytes for nobody, a wrong password and somebody shut out", async () => {
    const [person, gone] = [await withPassword(), await withPassword()];
    await db.member.updateMany({ where: { id: gone.memberId }, data: { state: "deactivated" } });
    const tries = [
      { email: person.email, password: "wrong" },
      { email: `not-${person.email}`, password: "wrong" },
      { email: gone.email, password: PASSWORD },
    ];
    const answers = [];
    for (const form of tries) {
      const { status, text, headers } = await post(SIGN_IN, "/signin", form);
      answers.push([status, text.replace(form.email, "who"), [...headers]]);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(answers[0]?.[0]).toBe(422);
  });
});

describe("brute force", () => {
  const tryOnce = (email: string, more: Record<string, string> = {}) =>
    post(SIGN_IN, "/signin", { email, password: "wrong" }, more);

  test("30 tries at one account from 30 addresses end in 429 with the time to wait", async () => {
    const person = await withPassword();
    const answers = [];
    for (let n = 0; n < 30; n += 1) answers.push(await tryOnce(person.email));
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 5 }, () => 422),
      ...Array.from({ length: 25 }, () => 429),
    ]);
    const wait = Number(answers.at(-1)?.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(800);
    expect(wait).toBeLessThanOrEqual(900);
    const right = await post(SIGN_IN, "/signin", { email: person.email, password: PASSWORD });
    expect([right.status, right.headers.get("set-cookie")]).toEqual([429, null]);
  });

  test("one address, or one IPv6 network, waits after 20 accounts", async () => {
    for (const ipOf of [() => "203.0.113.9", (n: number) => `2001:db8:1:2:${n.toString(16)}::1`]) {
      const statuses: number[] = [];
      for (let n = 0; n < 25; n += 1)
        statuses.push((await tryOnce(`${randomUUID()}@example.com`, { ip: ipOf(n + 1) })).status);
      expect(statuses).toEqual([
        ...Array.from({ length: 20 }, () => 422),
        ...Array.from({ length: 5 }, () => 429),
      ]);
    }
  });

  test("1,000 guessed links find nothing, and wait", async () => {
    const statuses = new Map<number, number>();
    for (let n = 0; n < 1_000; n += 1) {
      const { status } = await send(app, null, {
        route: INVITED,
        path: `/signup/${randomBytes(16).toString("base64url")}`,
        headers: { [REMOTE_ADDRESS]: "203.0.113.7" },
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses]).toEqual([
      [404, 60],
      [429, 940],
    ]);
  });
});

/** Every form of members, and those of people who are not signed in. */
const FORMS: Recorded[] = [
  ...RECORDED.filter(({ form, json }) => form !== undefined || json !== undefined),
  ...(
    [
      [SIGN_IN, "/signin", { email: "a@example.com", password: "x" }],
      [SIGN_UP, "/signup", { email: "a@example.com", workspace: "Sato" }],
      [RESET, "/password-reset", { intent: "ask", email: "a@example.com" }],
      [RESET, "/password-reset", { intent: "choose", token: "x", password: PASSWORD }],
      ["routes/account/activate", "/activate/x", { intent: "again" }],
    ] as const
  ).map(([route, path, form]) => ({ route, path, method: "POST", form })),
];

describe("a list or an object where a word belongs", () => {
  /** What Prisma would read as a condition, PHP as an array, and a lazy parser as the last of several. */
  const shapes = (key: string, value: string): [string, string][][] => [
    [
      [`${key}[0]`, value],
      [`${key}[1]`, "x"],
    ],
    [
      [key, value],
      [key, `${value}x`],
    ],
    // Under another name it is left out.
    ...(OPTIONAL.has(key)
      ? []
      : ["[not]", "[contains]", ".not", "[__proto__][isAdmin]"].map((more): [string, string][] => [
          [key + more, "x"],
        ])),
  ];

  test.each(
    FORMS.filter(({ form }) => form).map(
      (row) => [`${row.path} ${row.form?.["intent"] ?? ""}`, row] as const,
    ),
  )("is refused in every field of %s, and changes nothing", async (_name, recorded) => {
    const { form = {}, route, path, method = "POST" } = fill(recorded, (kind) => ours[kind]);
    const before = await fingerprint(admin.workspaceId);
    for (const [key, value] of Object.entries(form)) {
      // A list of ids and the number of a row are no single words.
      if (key.includes("[")) continue;
      for (const shape of shapes(key, value)) {
        await clearAttempts();
        const url = new URL(path, env().appUrl);
        if (app.routes.find(({ id }) => id === route)?.isPage) url.searchParams.set("_data", route);
        const rest = Object.entries(form).filter(([name]) => name !== key);
        const answer = await app.ask(
          new Request(url, {
            method,
            headers: { cookie: `__Host-sid=${admin.token}`, [REMOTE_ADDRESS]: anotherAddress() },
            body: new URLSearchParams([...rest, ...shape]),
          }),
        );
        const text = await answer.text();
        expect([key, shape, answer.status, text]).toEqual([
          key,
          shape,
          expect.toSatisfy((status: number) => [400, 403, 404, 409, 410, 422].includes(status)),
          text,
        ]);
      }
    }
    expect(await fingerprint(admin.workspaceId)).toEqual(before);
  });
});

test.each(["/signin", "/signup", "/password-reset"])(
  "several addresses where one belongs are no request at all: %s",
  async (path) => {
    for (const shape of [
      "email=a@mill.test&email=b@mill.test",
      "email[]=a@mill.test",
      "email[0]=a@mill.test",
    ]) {
      await clearAttempts();
      const answer = await app.ask(
        new Request(new URL(path, env().appUrl), {
          method: "POST",
          headers: {
            "content-type": "application/x-www-form-urlencoded",
            [REMOTE_ADDRESS]: anotherAddress(),
          },
          body: `${shape}&intent=ask&password=x&workspace=Mill&timeZone=UTC&language=en`,
        }),
      );
      expect([shape, answer.status]).toEqual([shape, 400]);
      await answer.body?.cancel();
    }
  },
);

test("fields nobody asked for are not taken: role, workspace, owner, state and id stay", async () => {
  const [theirs, person] = [await aWorkspace(), await aMember({ id: admin.workspaceId })];
  const wished = {
    id: randomUUID(),
    workspaceId: theirs.id,
    workspace_id: theirs.id,
    memberId: admin.memberId,
    ownerId: person.memberId,
    role: "admin",
    state: "active",
    email: "evil@example.com",
    isBreakGlass: "true",
    scope: "workspace",
    "member.role": "admin",
    "data[role]": "admin",
  };
  const profile = await send(app, person.token, {
    route: "routes/setting/general",
    path: "/setting/general",
    method: "POST",
    form: {
      ...wished,
      intent: "profile",
      name: "Renamed",
      nameOrder: "given_first",
      language: "en",
      timeZone: "UTC",
      version: "1",
    },
  });
  expect(profile.status).toBe(204);
  const row = await db.member.findFirstOrThrow({ where: { id: person.memberId } });
  expect(row).toMatchObject({
    name: "Renamed",
    workspaceId: admin.workspaceId,
    role: "rep",
    email: person.email,
    scope: "own_teams",
  });
  const begun = await send(app, person.token, {
    route: "routes/resource/recordings-begin",
    path: "/recordings/begin",
    method: "POST",
    json: { ...wished, consent: true, files: [{ name: "a.wav", size: 8, key: "../x" }] },
  });
  expect(begun.status).toBe(201);
  const { callId } = z.object({ callId: z.uuid() }).parse(JSON.parse(begun.text));
  expect(await db.call.findFirstOrThrow({ where: { id: callId } })).toMatchObject({
    workspaceId: admin.workspaceId,
    ownerId: person.memberId,
  });
  expect(await db.call.count({ where: { workspaceId: theirs.id } })).toBe(0);
});

describe("a way back", () => {
  test("from signing in stays on the site, for each of the 60 ways to leave it", async () => {
    const person = await withPassword();
    for (const next of HOSTILE) {
      await clearAttempts();
      const form = { email: person.email, password: PASSWORD, next };
      const { status, location } = await post(SIGN_IN, "/signin", form);
      expect([next, status, location]).toEqual([next, 204, "/"]);
    }
  });

  test("for who is signed in already, and from the choice of a language, too", async () => {
    for (const value of HOSTILE) {
      const asked = await send(app, admin.token, {
        route: SIGN_IN,
        path: "/signin",
        query: { next: value },
      });
      expect([value, asked.location]).toEqual([value, "/"]);
      const chosen = await send(app, admin.token, {
        route: "routes/resource/preferences",
        path: "/preferences",
        method: "POST",
        form: { theme: "dark", returnTo: value },
      });
      expect([value, chosen.location]).toEqual([value, "/"]);
    }
  });

  test("that a page offers to who is not signed in is its own address", async () => {
    for (const path of [
      "//evil.example/x",
      "/recordings//evil.example",
      "/playback/%2f%2fevil.example",
    ]) {
      const answer = await app.ask(
        new Request(env().appUrl + path, { headers: { accept: "text/html" } }),
      );
      const location = answer.headers.get("location");
      if (location === null) continue;
      expect(new URL(location, env().appUrl).origin).toBe(env().appUrl);
      const next = new URL(location, env().appUrl).searchParams.get("next") ?? "/";
      expect(next === "/" || next.startsWith("/")).toBe(true);
    }
  });
});

describe("another site's page", () => {
  let port = 0;
  const server = express()
    .use(stripForwarded(new net.BlockList()), (req, res, next) =>
      gate(env().appUrl)(req, res, next),
    )
    .all("*", (req, res, next) => {
      const chunks: Buffer[] = [];
      req.on("data", (chunk: Buffer) => chunks.push(chunk));
      req.on("end", () => {
        const headers = new Headers();
        for (const [name, value] of Object.entries(req.headers))
          if (typeof value === "string") headers.set(name, value);
        const hasBody = req.method !== "GET" && req.method !== "HEAD";
        app
          .ask(
            new Request(env().appUrl + req.originalUrl, {
              method: req.method,
              headers,
              ...(hasBody && { body: Buffer.concat(chunks) }),
            }),
          )
          .then((answer) => res.status(answer.status).send("ran"), next);
      });
    })
    .listen(0, "127.0.0.1");
  beforeAll(async () => {
    if (!server.listening) await once(server, "listening");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server on TCP
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => new Promise((done) => server.close(done)));

  const ask = (method: string, path: string, headers: Record<string, string>, body: string) =>
    new Promise<number>((resolve, reject) => {
      sendHttp({ host: "127.0.0.1", port, method, path, headers }, (res) => {
        res.resume();
        res.on("end", () => resolve(res.statusCode ?? 0));
      })
        .on("error", reject)
        .end(body);
    });

  const EVIL = "https://evil.example";
  /** reliability §3.2 and §3.3: what Remix alone lets through, and what a browser of any age sends. */
  const shapes: [string, Record<string, string>, { isData?: true }?][] = [
    ["a foreign origin", { origin: EVIL }],
    ["a foreign origin that asks for data", { origin: EVIL }, { isData: true }],
    ["an opaque origin", { origin: "null" }],
    ["no origin", {}],
    ["no origin, as data", {}, { isData: true }],
    ["a forwarded host of theirs", { origin: EVIL, "x-forwarded-host": "evil.example" }],
    ["a host of theirs", { origin: EVIL, host: "evil.example" }],
    ["our origin from a page that is not", { "sec-fetch-site": "cross-site" }],
    ["a sibling's page", { origin: "http://x.127.0.0.1", "sec-fetch-site": "same-site" }],
    ["an address typed with a body", { "sec-fetch-site": "none" }],
  ];

  test.each(shapes)("with %s runs no action there is", async (_name, given, { isData } = {}) => {
    const before = await fingerprint(admin.workspaceId);
    const headers = {
      ...(given["sec-fetch-site"] !== undefined && { origin: env().appUrl }),
      cookie: `__Host-sid=${admin.token}`,
      "content-type": "application/x-www-form-urlencoded",
      ...given,
    };
    let asked = 0;
    for (const recorded of RECORDED.filter(({ method = "GET" }) => method !== "GET")) {
      const { path, method = "POST", form, json, route } = fill(recorded, (kind) => ours[kind]);
      const query = isData
        ? `${path.includes("?") ? "&" : "?"}_data=${encodeURIComponent(route)}`
        : "";
      const body = json ? JSON.stringify(json) : new URLSearchParams(form).toString();
      expect([path, form, await ask(method, path + query, headers, body)]).toEqual([
        path,
        form,
        403,
      ]);
      asked += 1;
    }
    for (const path of [
      "/signout",
      "/signin",
      "/signup",
      "/password-reset",
      "/preferences",
      "/recordings/begin",
    ])
      expect([path, await ask("POST", path, headers, "email=a@example.com")]).toEqual([path, 403]);
    expect(asked).toBeGreaterThan(50);
    expect(await fingerprint(admin.workspaceId)).toEqual(before);
  });

  test("of ours goes through the same gate", async () => {
    const headers = {
      origin: env().appUrl,
      cookie: `__Host-sid=${admin.token}`,
      "content-type": "application/x-www-form-urlencoded",
    };
    const status = await ask("POST", "/preferences", headers, "theme=dark&returnTo=/");
    expect(status).toBe(302);
  });
});
