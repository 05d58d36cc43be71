import { afterAll, beforeEach, expect, test } from "vitest";
import { env, parseEnv } from "#app/core/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import {
  aCall,
  aMember,
  aRecording,
  aTeam,
  aTranscript,
  aWorkspace,
} from "#tests/support/factories.ts";
import { openApp } from "./app.ts";
import { clearAttempts } from "./replay.ts";
import { serve } from "./served.ts";

const TOKEN = "a-token-of-the-operator";
const store: Record<symbol, unknown> = globalThis;
const KEY = Symbol.for("parley.env");
const before = env();
const app = await openApp();
const served = await serve(app);
afterAll(() => {
  store[KEY] = before;
  served.close();
  app.close();
});
const set = (token: string | undefined) => {
  store[KEY] = Object.freeze({ ...before, METRICS_TOKEN: token });
};
beforeEach(async () => {
  set(TOKEN);
  await clearAttempts();
});

const ask = (token?: string, method = "GET") =>
  served.say(
    `${method} ${paths.metrics()}`,
    token === undefined ? {} : { authorization: `Bearer ${token}` },
  );
const numbers = async (): Promise<Record<string, number>> => {
  const { text } = await ask(TOKEN);
  return Object.fromEntries(
    [...text.matchAll(/^parley_calls_seven_days\{step="(\w+)"\} (\d+)$/gm)].map(
      ([, step = "", n]) => [step, Number(n)],
    ),
  );
};

test("without a token of the settings there is no such address, whatever is sent", async () => {
  set(undefined);
  for (const token of [undefined, TOKEN, "undefined", ""])
    expect((await ask(token)).status).toBe(404);
});

test("without the token, or with another, it asks for one; a session is none", async () => {
  for (const token of [undefined, "", `${TOKEN}x`, TOKEN.slice(1), TOKEN.toUpperCase()]) {
    const { status, headers, text } = await ask(token);
    expect([token, status, headers.get("www-authenticate")]).toEqual([token, 401, "Bearer"]);
    expect(text).not.toContain("parley_calls");
  }
  const admin = await aMember(await aWorkspace(), { role: "admin" });
  const cookie = { cookie: `__Host-sid=${admin.token}` };
  expect((await served.say("GET /metrics", cookie)).status).toBe(401);
  const basic = { authorization: `Basic ${btoa(`x:${TOKEN}`)}` };
  expect((await served.say("GET /metrics", basic)).status).toBe(401);
});

test("a token may be a phrase", async () => {
  set("a token of the operator");
  expect((await ask("a token of the operator")).status).toBe(200);
  expect((await ask("a token of")).status).toBe(401);
});

test("who tries many tokens is refused for a while, and who has the right one is not", async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 121; n += 1) statuses.push((await ask(`wrong-${n}`)).status);
  expect([statuses[119], statuses[120]]).toEqual([401, 429]);
  expect((await ask(TOKEN)).status).toBe(200);
});

test("it is read and nothing else", async () => {
  const head = await ask(TOKEN, "HEAD");
  expect([head.status, head.text]).toEqual([200, ""]);
  const origin = { origin: before.appUrl, "sec-fetch-site": "same-origin" };
  for (const method of ["POST", "PUT", "DELETE"]) {
    const sent = { ...origin, authorization: `Bearer ${TOKEN}` };
    expect((await served.say(`${method} /metrics`, sent)).status).toBe(405);
  }
});

test("it counts by steps over all workspaces, and no private call", async () => {
  const start = await numbers();
  for (const visibility of ["team", "workspace", "private"] as const) {
    const workspace = await aWorkspace();
    const rep = await aMember(workspace, { teams: [await aTeam(workspace)] });
    const call = await aCall(rep, { visibility, title: "Hush", startedAt: daysAgo(6.9) });
    await aRecording(call);
    await aTranscript(call, [{ t0Ms: 0, t1Ms: 900, text: "Hello" }]);
    await aRecording(await aCall(rep, { visibility, startedAt: daysAgo(7.1) }));
    await aRecording(await aCall(rep, { visibility, isSample: true }));
    await aRecording(await aCall(rep, { visibility }), { method: "import" });
  }
  const more = Object.entries(await numbers()).map(([step, n]) => [step, n - (start[step] ?? 0)]);
  expect(Object.fromEntries(more)).toEqual({
    ...{ started: 2, recorded: 2, playable: 2, words: 2, summary: 0 },
  });
});

test("it is written as Prometheus reads it, and kept by nobody", async () => {
  const { status, headers, text } = await ask(TOKEN);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(headers.get("cache-control")).toBe("no-store");
  // It comes in chunks, each with its length before it.
  const [help, type, ...samples] = text.match(/^(?:#|parley).*$/gm) ?? [];
  expect(help).toMatch(/^# HELP parley_calls_seven_days \S/);
  expect(type).toBe("# TYPE parley_calls_seven_days gauge");
  expect(samples).toHaveLength(5);
  expect(text).toMatch(/\d\n\r\n/);
});

test("a short token is refused at the start", () => {
  const source = { ...process.env, METRICS_TOKEN: "fifteen-letters" };
  expect(() => parseEnv(source)).toThrow("METRICS_TOKEN");
});

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
