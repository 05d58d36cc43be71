import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { onDatabase, withClient } from "./connection.server.ts";
import { check, deploy } from "./migrate.ts";

const { adminUrl, ownerUrl } = inject("template");
const name = `migrate_${crypto.randomUUID().replaceAll("-", "")}`;
const url = onDatabase(ownerUrl, name);
const owner = new URL(ownerUrl).username;
const MIGRATIONS = join(import.meta.dirname, "migrations");

const make = (how = ""): Promise<unknown> =>
  withClient(adminUrl, (client) => client.query(`CREATE DATABASE ${name} OWNER "${owner}" ${how}`));
const tables = (): Promise<string[]> =>
  withClient(url, async (client) => {
    const found = await client.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    );
    return found.rows.map((row) => row.name);
  });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-migrations-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  await withClient(adminUrl, (client) =>
    client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  );
});

async function aMigration(title: string, sql: string): Promise<void> {
  await mkdir(join(folder, title), { recursive: true });
  await writeFile(join(folder, title, "migration.sql"), sql);
}

test("an empty database is brought to the schema, a second deploy has nothing to do, and nothing drifts", async () => {
  await make();
  const applied = await deploy(url);
  expect(applied.length).toBeGreaterThanOrEqual(2);
  await expect(deploy(url)).resolves.toEqual([]);
  await expect(check(url)).resolves.toEqual({
    clean: true,
    drift: "",
    pending: [],
    edited: [],
    failed: [],
  });
});

test("two deploys of one database take turns: one applies, the other finds it done", async () => {
  await make();
  const both = await Promise.all([deploy(url), deploy(url)]);
  expect(both.map((applied) => applied.length).sort()).toEqual([0, expect.any(Number)]);
  await expect(tables()).resolves.toContain("segment");
});

test("a column that only the database has is drift, and the check says which", async () => {
  await make();
  await deploy(url);
  await withClient(url, (client) => client.query("ALTER TABLE gap ADD COLUMN forgotten text"));
  const found = await check(url);
  expect(found.clean).toBe(false);
  expect(found.drift).toContain('DROP COLUMN "forgotten"');
});

test("a failed migration leaves nothing, says the database's words, and runs when it is corrected", async () => {
  await make();
  await cp(MIGRATIONS, folder, { recursive: true });
  await aMigration(
    "20990101000000_wrong",
    "CREATE TABLE half (n int); SELECT $$a;b$$; INSERT INTO missing VALUES (1);",
  );
  await expect(deploy(url, folder)).rejects.toThrow(/relation "missing" does not exist/);
  await expect(tables()).resolves.not.toContain("half");
  await aMigration("20990101000000_wrong", "CREATE TABLE half (n int);");
  await expect(deploy(url, folder)).resolves.toEqual(["20990101000000_wrong"]);
  await expect(tables()).resolves.toContain("half");
});

test("a script that says so runs outside a transaction, statement by statement", async () => {
  await make();
  await cp(MIGRATIONS, folder, { recursive: true });
  await aMigration(
    "20990101000000_index",
    "-- outside a transaction\nCREATE INDEX CONCURRENTLY gap__cause ON gap (workspace_id, cause);\nCREATE INDEX CONCURRENTLY gap__filled ON gap (workspace_id, filled_at);\n",
  );
  await expect(deploy(url, folder)).resolves.toContain("20990101000000_index");
  const found = await withClient(url, (client) =>
    client.query("SELECT FROM pg_indexes WHERE indexname IN ('gap__cause', 'gap__filled')"),
  );
  expect(found.rowCount).toBe(2);
});

test("a database whose character type finds no Japanese is refused before anything is made", async () => {
  await make("TEMPLATE template0 LOCALE 'C' ENCODING 'UTF8'");
  await expect(deploy(url)).rejects.toThrow(/Japanese/);
  await expect(tables()).resolves.toEqual([]);
});
