import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { MigrationList, SchemaFilter } from "@prisma/schema-engine-wasm/schema_engine_bg";
import type pg from "pg";
import { withClient } from "./connection.server.ts";
import { withSchemaEngine } from "./schema-engine.server.ts";

const HERE = dirname(fileURLToPath(import.meta.url));
const SCHEMA_FILE = join(HERE, "schema.prisma");
const MIGRATIONS = join(HERE, "migrations");
const NOTHING: SchemaFilter = { externalTables: [], externalEnums: [] };
/** Any number nobody else locks: two deploys of one database take turns. */
const DEPLOY_LOCK = 7_206_911_421;

/** What a database lacks of the schema; `clean` when nothing. */
export type Check = {
  clean: boolean;
  /** SQL that would bring the migrations to schema.prisma, or the database to the migrations. */
  drift: string;
  /** Migrations not applied here yet. */
  pending: string[];
  /** Applied migrations whose file was edited afterwards, and those that failed. */
  edited: string[];
  failed: string[];
};

async function schemaSource(): Promise<[string, string]> {
  return ["schema.prisma", await readFile(SCHEMA_FILE, "utf8")];
}

async function migrations(folder: string): Promise<MigrationList> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return {
    baseDir: folder,
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(
      names.sort().map(async (path) => ({
        path,
        migrationFile: {
          path: "migration.sql",
          content: {
            tag: "ok" as const,
            value: await readFile(join(folder, path, "migration.sql"), "utf8"),
          },
        },
      })),
    ),
  };
}

/**
 * Refuses a server on which the product would fail silently: older than 15, not UTF-8, or with a
 * character type under which pg_trgm finds no trigrams in Japanese (`C`; search would be empty).
 */
async function refuseUnfit(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string }>(
    "SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding",
  );
  const found = rows[0];
  if (!found || found.version < 150_000) throw new Error("PostgreSQL 15 or later is needed.");
  if (found.encoding !== "UTF8") throw new Error("The database must be encoded in UTF8.");
  await client.query("CREATE EXTENSION IF NOT EXISTS pg_trgm");
  const trigrams = await client.query<{ n: number }>("SELECT cardinality(show_trgm('日本')) AS n");
  if (!trigrams.rows[0]?.n)
    throw new Error(
      "This database finds no Japanese words: create it with LC_CTYPE 'C.UTF-8' or another UTF-8 locale of libc.",
    );
}

/**
 * Brings a database to the newest migration and renews the rights of `parley_app`.
 * Safe to run twice and from two machines at once; a failed migration leaves nothing behind.
 * @param url the owner's connection
 * @returns names of the migrations applied by this run
 * @throws Error in the database's words, or why the server is unfit
 */
export async function deploy(url: string, folder: string = MIGRATIONS): Promise<string[]> {
  return withClient(url, async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [DEPLOY_LOCK]);
    await refuseUnfit(client);
    const applied = await apply(url, await migrations(folder));
    await client.query(await readFile(join(HERE, "rights.sql"), "utf8"));
    return applied;
  });
}

async function apply(url: string, migrationsList: MigrationList): Promise<string[]> {
  return withSchemaEngine(url, await schemaSource(), async (engine) => {
    try {
      const done = await engine.applyMigrations({ migrationsList, filters: NOTHING });
      return done.appliedMigrationNames;
    } catch (error) {
      // its script was one transaction: nothing of it stayed, so the corrected file may run
      const { failedMigrationNames } = await engine.diagnoseMigrationHistory({
        migrationsList,
        optInToShadowDatabase: false,
        filters: NOTHING,
      });
      for (const migrationName of failedMigrationNames)
        await engine.markMigrationRolledBack({ migrationName });
      throw error;
    }
  });
}

/**
 * Compares schema.prisma, the migrations and a database. Needs the right to create a (shadow) database.
 * @param url a deployed database
 */
export async function check(url: string): Promise<Check> {
  const schema = await schemaSource();
  const migrationsList = await migrations(MIGRATIONS);
  return withSchemaEngine(url, schema, async (engine) => {
    const files = [{ path: schema[0], content: schema[1] }];
    const ahead = await engine.diff({
      from: { tag: "migrations", ...migrationsList },
      to: { tag: "schemaDatamodel", files },
      script: true,
      exitCode: true,
      filters: NOTHING,
    });
    const history = await engine.diagnoseMigrationHistory({
      migrationsList,
      optInToShadowDatabase: true,
      filters: NOTHING,
    });
    const here = await engine.diff({
      from: { tag: "schemaDatasource", files, configDir: HERE },
      to: { tag: "schemaDatamodel", files },
      script: true,
      exitCode: true,
      filters: NOTHING,
    });
    const drift = [ahead, here]
      .filter((diff) => diff.exitCode !== 0)
      .map((diff) => diff.stdout ?? "")
      .join("\n");
    const pending =
      history.history && "unappliedMigrationNames" in history.history
        ? history.history.unappliedMigrationNames
        : [];
    const { editedMigrationNames: edited, failedMigrationNames: failed } = history;
    const clean = drift === "" && history.history === null && !edited.length && !failed.length;
    return { clean, drift, pending, edited, failed };
  });
}

/**
 * Writes the next migration: what schema.prisma has and the migrations have not. Not applied.
 * Partial and expression indexes, CHECKs, functions and triggers are added by hand afterwards.
 * @returns the file, or null when there is nothing to do
 */
export async function create(url: string, name: string): Promise<string | null> {
  const schema = await schemaSource();
  await mkdir(MIGRATIONS, { recursive: true });
  const migrationsList = await migrations(MIGRATIONS);
  const made = await withSchemaEngine(url, schema, (engine) =>
    engine.diff({
      from: { tag: "migrations", ...migrationsList },
      to: { tag: "schemaDatamodel", files: [{ path: schema[0], content: schema[1] }] },
      script: true,
      exitCode: true,
      filters: NOTHING,
    }),
  );
  if (made.exitCode === 0 || made.stdout === null) return null;
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = join(MIGRATIONS, `${stamp}_${name.replace(/\W+/g, "_").toLowerCase()}`);
  await mkdir(folder);
  await writeFile(join(folder, "migration.sql"), made.stdout);
  await writeFile(join(MIGRATIONS, "migration_lock.toml"), 'provider = "postgresql"\n');
  return join(folder, "migration.sql");
}

async function main([command, name]: string[]): Promise<void> {
  const url = process.env["DATABASE_OWNER_URL"] ?? process.env["DATABASE_URL"];
  if (!url) throw new Error("Set DATABASE_OWNER_URL or DATABASE_URL.");
  if (command === "create" && name) {
    console.log((await create(url, name)) ?? "Nothing to do: the migrations match schema.prisma.");
  } else if (command === "deploy") {
    const applied = await deploy(url);
    console.log(applied.length ? `Applied: ${applied.join(", ")}` : "Nothing to apply.");
  } else if (command === "check") {
    const found = await check(url);
    console.log(found.clean ? "No drift." : JSON.stringify(found, null, 2));
    process.exitCode = found.clean ? 0 : 2;
  } else throw new Error("Usage: migrate create <name> | deploy | check");
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await main(process.argv.slice(2)).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
