import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { hashPassword } from "#app/core/domain/account/password.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { REMOTE_ADDRESS } from "#app/http/actor.server.ts";
import { aMember, aWorkspace } from "#tests/support/factories.ts";
import { deliver, linkIn } from "../support/emails.ts";
import { appForFile } from "./app-for-file.ts";

const PASSWORD = "herons over the river";
const app = await appForFile();

let last = 0;
type Sent = { headers?: Record<string, string>; cookie?: string };
/** A form from an address of its own, answered as data, so that bodies can be compared. */
async function post(
  path: string,
  route: string,
  fields: [string, string][],
  { headers = {}, cookie }: Sent = {},
) {
  const url = new URL(path, env().appUrl);
  url.searchParams.set("_data", route);
  const answer = await app.ask(
    new Request(url, {
      method: "POST",
      headers: {
        [REMOTE_ADDRESS]: `198.18.${(last >> 8) % 256}.${(last += 1) % 256}`,
        ...(cookie !== undefined && { cookie }),
        ...headers,
      },
      body: new URLSearchParams(fields),
    }),
  );
  return {
    status: answer.status,
    location: answer.headers.get("x-remix-redirect"),
    cookie: answer.headers.get("set-cookie"),
    text: await answer.text(),
  };
}
const RESET = "routes/account/password-reset";
const SIGN_IN = "routes/account/signin";
const askReset = (email: string, sent?: Sent) =>
  post(
    "/password-reset",
    RESET,
    [
      ["intent", "ask"],
      ["email", email],
    ],
    sent,
  );

describe("a new password", () => {
  test("is answered alike for known and unknown addresses, down to the last byte", async () => {
    const person = await aMember(await aWorkspace());
    const [known, unknown] = [
      await askReset(person.email),
      await askReset(`${randomUUID()}@example.com`),
    ];
    expect(known).toEqual(unknown);
    expect([known.status, known.location]).toEqual([204, "/password-reset?sent"]);
  });

  test("goes to one stored address, whatever else is sent", async () => {
    const person = await aMember(await aWorkspace());
    const many = await post("/password-reset", RESET, [
      ["intent", "ask"],
      ["email", person.email],
      ["email", "evil@example.com"],
    ]);
    const object = await post("/password-reset", RESET, [
      ["intent", "ask"],
      ["email[to]", person.email],
      ["email[not]", "x"],
    ]);
    const line = await askReset(`${person.email}\r\nBcc: evil@example.com`);
    expect([many.status, object.status, line.status]).toEqual([400, 422, 422]);
    expect([...(await deliver(person.email)), ...(await deliver("evil@example.com"))]).toEqual([]);
  });

  test("is reached by our own address, whatever the request calls us", async () => {
    const person = await aMember(await aWorkspace());
    await askReset(person.email, {
      headers: {
        host: "evil.example",
        "x-forwarded-host": "evil.example",
        forwarded: "host=evil.example",
        origin: "https://evil.example",
      },
    });
    const link = linkIn((await deliver(person.email))[0]);
    expect(link.origin).toBe(env().appUrl);
  });

  test("leaves no session: one signs in with it", async () => {
    const person = await aMember(await aWorkspace());
    await askReset(person.email);
    const token = linkIn((await deliver(person.email))[0]).searchParams.get("token") ?? "";
    const done = await post("/password-reset", RESET, [
      ["intent", "choose"],
      ["token", token],
      ["password", PASSWORD],
    ]);
    expect([done.status, done.location]).toEqual([204, "/signin?reset"]);
    expect(done.cookie).toContain("__Host-sid=; Max-Age=0; Path=/");
    const again = await post("/password-reset", RESET, [
      ["intent", "choose"],
      ["token", token],
      ["password", PASSWORD],
    ]);
    expect(again.status).toBe(410);
  });
});

const withPassword = async () => {
  const person = await aMember(await aWorkspace());
  await db.identity.updateMany({
    where: { workspaceId: person.workspaceId, memberId: person.memberId },
    data: { password: await hashPassword(PASSWORD) },
  });
  return person;
};

describe("sign-in", () => {
  test("gives a session of its own: one that was brought along is not taken over", async () => {
    const [person, other] = [await withPassword(), await withPassword()];
    const fields: [string, string][] = [
      ["email", person.email],
      ["password", PASSWORD],
    ];
    const brought = "fixed-by-somebody-else";
    const { cookie } = await post("/signin", SIGN_IN, fields, {
      cookie: `__Host-sid=${brought}; __Host-pre=${brought}`,
    });
    const token = /__Host-sid=([^;]+)/.exec(cookie ?? "")?.[1] ?? "";
    expect(token).toHaveLength(43);
    expect([brought, other.token, person.token]).not.toContain(token);
    expect(cookie).toContain("HttpOnly");
    expect(cookie).toContain("Secure");
    expect(cookie).toContain("SameSite=Lax");
  });

  test.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "/.//evil.example",
  ])("never leads to %s", async (next) => {
    const person = await withPassword();
    const { location } = await post("/signin", SIGN_IN, [
      ["email", person.email],
      ["password", PASSWORD],
      ["next", next],
    ]);
    expect(location).toBe("/");
  });

  test("has no second step without a first", async () => {
    const { status } = await post("/signin?step=factor", SIGN_IN, [["code", "123456"]]);
    expect(status).toBe(401);
  });
});

test("looking at a code or a reset link uses nothing up", async () => {
  const person = await aMember(await aWorkspace());
  await askReset(person.email);
  const link = linkIn((await deliver(person.email))[0]);
  for (let n = 0; n < 3; n += 1) {
    const url = new URL(`${link.pathname}${link.search}`, env().appUrl);
    url.searchParams.set("_data", RESET);
    const answer = await app.ask(new Request(url));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ step: "choose" });
  }
});

test("letters are shown to this machine under its own name, to no other", async () => {
  const person = await aMember(await aWorkspace());
  await askReset(person.email);
  await deliver(person.email);
  const read = (origin: string) =>
    app.ask(new Request(`${origin}/mail?_data=${encodeURIComponent("routes/resource/mail")}`));
  const ours = await read(env().appUrl);
  expect(await ours.text()).toContain(person.email);
  const rebound = await read("http://evil.example:3000");
  expect(rebound.status).toBe(404);
  const store: Record<symbol, unknown> = globalThis;
  const key = Symbol.for("parley.env");
  const before = env();
  for (const more of [{ hasMailPage: false }]) {
    store[key] = Object.freeze({ ...before, ...more });
    expect((await read(env().appUrl)).status).toBe(404);
  }
  store[key] = before;
});
