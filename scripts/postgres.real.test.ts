import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { type Postgres, startPostgres } from "./postgres.ts";
import { bornAt } from "./processes.ts";

const WAIT = 60_000;
const folders: string[] = [];
const running: Postgres[] = [];

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "parley-postgres-"));
  chmodSync(folder, 0o711);
  folders.push(folder);
  return folder;
}

async function start(dataDir: string, lines: string[] = []): Promise<Postgres> {
  const server = await startPostgres({
    dataDir,
    log: (line) => lines.push(line),
    isThrowaway: true,
  });
  running.push(server);
  return server;
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<{ answer: unknown }>(sql)).rows[0]?.answer;
  } finally {
    await client.end();
  }
}

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

test("it runs as two roles on a database that knows Japanese, with secrets of mode 0600", {
  timeout: WAIT,
}, async () => {
  const dataDir = aFolder();
  const lines: string[] = [];
  const { url, ownerUrl, pid } = await start(dataDir, lines);
  expect(await ask(url, "SELECT current_user AS answer")).toBe("parley_app");
  expect(
    await ask(url, "SELECT current_setting('idle_in_transaction_session_timeout') AS answer"),
  ).toBe("30s");
  await ask(ownerUrl, "CREATE EXTENSION pg_trgm");
  expect(await ask(ownerUrl, "SELECT cardinality(show_trgm('日本')) AS answer")).toBeGreaterThan(0);
  await expect(ask(url, "CREATE TABLE mine (n int)")).rejects.toThrow("permission denied");
  for (const role of ["postgres", "parley_owner", "parley_app"])
    expect(statSync(join(dataDir, "secrets", role)).mode & 0o777).toBe(0o600);
  await running.pop()?.stop();
  expect(bornAt(pid)).toBeNull();
  expect(lines).toEqual([]);
});

test("two instances run side by side", { timeout: WAIT }, async () => {
  const [one, two] = [await start(aFolder()), await start(aFolder())];
  expect(new URL(one.url).port).not.toBe(new URL(two.url).port);
  expect(await ask(one.url, "SELECT 1 AS answer")).toBe(1);
  expect(await ask(two.url, "SELECT 2 AS answer")).toBe(2);
});

test("a killed server is reported once and comes back at the same address with what was committed", {
  timeout: WAIT,
}, async () => {
  const dataDir = aFolder();
  const first = await start(dataDir);
  await ask(first.ownerUrl, "CREATE TABLE kept AS SELECT 7 AS answer");
  await ask(first.adminUrl, "CHECKPOINT"); // this one does not flush by itself
  const exits: string[] = [];
  const gone = new Promise<void>((done) => first.onExit((how) => done(void exits.push(how))));
  process.kill(first.pid, "SIGKILL");
  await gone;
  const second = await start(dataDir);
  expect(second.url).toBe(first.url);
  expect(await ask(second.ownerUrl, "SELECT answer FROM kept")).toBe(7);
  expect(exits).toEqual(["signal SIGKILL"]);
});

test("a server left by a killed supervisor is ended by the next start of its folder", {
  timeout: WAIT,
}, async () => {
  const dataDir = aFolder();
  const script = `
    const { startPostgres } = await import(${JSON.stringify(join(import.meta.dirname, "postgres.ts"))});
    const { pid } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => {}, isThrowaway: true });
    process.stdout.write(String(pid));`;
  const supervisor = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const left = Number(await new Promise((done) => supervisor.stdout.once("data", done)));
  supervisor.kill("SIGKILL");
  await once(supervisor, "exit");
  expect(bornAt(left)).not.toBeNull();
  const { pid, url } = await start(dataDir);
  expect(bornAt(left)).toBeNull();
  expect(pid).not.toBe(left);
  expect(await ask(url, "SELECT 1 AS answer")).toBe(1);
});

test("a start that cannot succeed says what the server said", { timeout: WAIT }, async () => {
  const dataDir = aFolder();
  const first = await start(dataDir);
  await first.stop();
  running.pop();
  expect(existsSync(join(dataDir, "postgres"))).toBe(false);
  const second = await start(dataDir);
  await ask(second.adminUrl, "ALTER SYSTEM SET shared_buffers = '900TB'").catch(() => undefined);
  await ask(second.adminUrl, "ALTER SYSTEM SET shared_preload_libraries = 'no_such_library'");
  process.kill(second.pid, "SIGKILL");
  running.pop();
  await expect(startPostgres({ dataDir, log: () => undefined })).rejects.toThrow(/no_such_library/);
});
