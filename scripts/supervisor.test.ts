import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createSocket } from "node:dgram";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isReachable, prepareData } from "./folders.ts";
import { shortLine, withoutSecrets } from "./output.ts";
import { backoffMs } from "./supervised-program.ts";
import { claimPort, readPorts } from "./ports.ts";
import { readSettings } from "./settings.ts";

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "parley-scripts-"));
  for (const name of ["run", "logs"]) mkdirSync(join(dataDir, name));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test("a port given by hand is never replaced, another one is kept for the next start", async () => {
  const busy = createServer();
  const taken = await new Promise<number>((done) =>
    busy.listen(0, "127.0.0.1", () => {
      const address = busy.address();
      done(typeof address === "object" && address ? address.port : 0);
    }),
  );
  const wish = { name: "web", host: "127.0.0.1", dataDir };
  await expect(claimPort({ ...wish, usual: 3000, given: String(taken) })).rejects.toThrow(
    `Port ${taken} is in use`,
  );
  const free = await claimPort({ ...wish, usual: taken, given: undefined });
  expect(free).not.toBe(taken);
  expect(readPorts(dataDir)).toEqual({ web: free });
  busy.close();
});

test("a port of UDP is found among those of UDP", async () => {
  const busy = createSocket("udp4");
  await new Promise<void>((done) => busy.bind(0, "127.0.0.1", done));
  const taken = busy.address().port;
  const wish = { name: "media", host: "127.0.0.1", dataDir, protocol: "udp" } as const;
  await expect(claimPort({ ...wish, usual: 1, given: String(taken) })).rejects.toThrow("in use");
  const free = await claimPort({ ...wish, usual: taken, given: undefined });
  expect(free).not.toBe(taken);
  expect(readPorts(dataDir)).toEqual({ media: free });
  // a port of TCP that is taken is another port, whatever its number
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
  const heard = other.address();
  const port = typeof heard === "object" ? (heard?.port ?? 0) : 0;
  expect(await claimPort({ ...wish, usual: port, given: String(port) })).toBe(port);
  other.close();
  busy.close();
});

test("two that choose at the same time choose different ports", async () => {
  const usual = await claimPort({
    name: "probe",
    usual: 1,
    given: "0",
    host: "127.0.0.1",
    dataDir,
  });
  const [one, two] = await Promise.all(
    ["one", "two"].map((name) =>
      claimPort({ name, usual, given: undefined, host: "127.0.0.1", dataDir }),
    ),
  );
  expect(one).not.toBe(two);
});

test("pauses between restarts grow to half a minute", () => {
  expect([0, 1, 2, 5, 6, 50].map(backoffMs)).toEqual([500, 1000, 2000, 16_000, 30_000, 30_000]);
});

test("secrets are made once, for us alone", () => {
  const file = prepareData(dataDir);
  const key = readFileSync(file, "utf8");
  expect(Buffer.from(key.trim(), "base64url")).toHaveLength(32);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  chmodSync(file, 0o644);
  prepareData(dataDir);
  expect(readFileSync(file, "utf8")).toBe(key);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a closed folder above makes a path unreachable for the database's user", () => {
  mkdirSync(join(dataDir, "home/inner"), { recursive: true });
  chmodSync(dataDir, 0o755);
  expect(isReachable(join(dataDir, "home/inner"))).toBe(true);
  chmodSync(join(dataDir, "home"), 0o700);
  expect(isReachable(join(dataDir, "home/inner"))).toBe(false);
});

test("the terminal shows warnings in short, plain lines whole, and no password", () => {
  expect(shortLine('{"level":"info","msg":"request"}', "warn")).toBeNull();
  expect(
    shortLine('{"level":"warn","time":1,"msg":"slow","ms":12,"err":{"message":"late"}}', "warn"),
  ).toBe("warn: slow (late) ms=12");
  expect(shortLine("Error: boom", "warn")).toBe("Error: boom");
  expect(withoutSecrets("no postgres://app:hunter2@127.0.0.1:5432/x")).toBe(
    "no postgres://app:…@127.0.0.1:5432/x",
  );
  expect(
    withoutSecrets("invalid token: eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.a-b_c, error: late"),
  ).toBe("invalid token: [token], error: late");
});

test.each([
  [{ PARLEY_RUN: "web,kettle" }, "PARLEY_RUN knows"],
  [{ PARLEY_RUN: "web" }, "DATABASE_URL"],
  [{ PORT: "http" }, "PORT must be a number"],
  [{ LIVEKIT_URL: "wss://live.example.com" }, "LIVEKIT_URL needs LIVEKIT_API_KEY"],
])("a wrong setting is one line: %o", (env, line) => {
  expect(() => readSettings({ NODE_ENV: "test", ...env })).toThrow(line);
});

test.each([
  [{}, true],
  [{ HOST: "0.0.0.0" }, false],
  [{ APP_URL: "https://calls.example.com" }, false],
  [{ HOST: "0.0.0.0", DEMO_ALLOW_PUBLIC: "1" }, true],
])("the demo is allowed on loopback, or in public on purpose: %o", (env, isAllowed) => {
  expect(readSettings({ NODE_ENV: "test", ...env }).isDemoAllowed).toBe(isAllowed);
});

test.each([
  [{}, true, true],
  [{ LIVE_CONSOLE: "false" }, false, false],
  [
    { LIVEKIT_URL: "ws://10.0.0.5:7880", LIVEKIT_API_KEY: "k", LIVEKIT_API_SECRET: "s" },
    true,
    false,
  ],
  [{ PARLEY_RUN: "web,worker,postgres" }, true, false],
  [{ PARLEY_RUN: "web,worker,livekit,postgres" }, true, true],
])("whether live calls are wanted, and a media server of ours is run: %o", (env, isOn, isOwn) => {
  const { live, runs } = readSettings({ NODE_ENV: "test", ...env });
  expect([live.isOn, live.isOwn, runs.has("livekit")]).toEqual([isOn, isOwn, isOwn]);
});
