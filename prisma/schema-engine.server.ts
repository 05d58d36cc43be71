import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
  type SqlQueryable,
} from "@prisma/driver-adapter-utils";
import type { SchemaEngine } from "@prisma/schema-engine-wasm/schema_engine_bg";
import type pg from "pg";
import { poolConfig, withClient } from "./connection.server.ts";

/** `pg_catalog."char"`: one byte, used by the catalogue alone. */
const CHAR_OID = 18;
const TEXT_OID = 25;
const OUTSIDE = /^-- outside a transaction\b/;

type Adapter = Awaited<ReturnType<PrismaPg["connect"]>>;
type Internals = {
  performIO: (query: SqlQuery) => Promise<pg.QueryArrayResult>;
  onError: (error: unknown) => never;
};

/** `"char"` is refused by the adapter: sent as text, reported as a character, which is what the engine expects. */
function acceptCharacters<Q extends SqlQueryable>(queryable: Q): Q {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- performIO is private in the adapter's types only
  const io = queryable as unknown as Internals;
  const performIO = io.performIO.bind(queryable);
  const queryRaw = queryable.queryRaw.bind(queryable);
  const characters = new WeakMap<SqlQuery, number[]>();
  io.performIO = async (query) => {
    const result = await performIO(query);
    const found = result.fields.flatMap((field, index) => {
      if (field.dataTypeID !== CHAR_OID) return [];
      field.dataTypeID = TEXT_OID;
      return [index];
    });
    characters.set(query, found);
    return result;
  };
  queryable.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const index of characters.get(query) ?? [])
      result.columnTypes[index] = ColumnTypeEnum.Character;
    return result;
  };
  return queryable;
}

/** The adapter splits scripts at every `;`, also inside function bodies: send the file whole, hence as one transaction. */
function repair(adapter: Adapter, onRefusal: (message: string) => void): SqlDriverAdapter {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- onError is protected in the adapter's types only
  const { onError } = adapter as unknown as Internals;
  const pool = adapter.underlyingDriver();
  const startTransaction = adapter.startTransaction.bind(adapter);
  adapter.executeScript = async (script) => {
    const parts = OUTSIDE.test(script) ? script.split(/;[ \t]*$/m) : [script];
    for (const part of parts) {
      if (!part.trim()) continue;
      await pool.query(part).catch((error: unknown) => {
        onRefusal(error instanceof Error ? error.message : String(error));
        return onError.call(adapter, error);
      });
    }
  };
  adapter.startTransaction = async (level) => acceptCharacters(await startTransaction(level));
  return acceptCharacters(adapter);
}

type Factory = SqlMigrationAwareDriverAdapterFactory & {
  close: () => Promise<void>;
  /** Why the database refused the last script, in its own words; the engine translates some of them. */
  refusal: () => string | null;
};

function repairedFactory(url: string): Factory {
  const config = poolConfig(url);
  const pools: pg.Pool[] = [];
  let refused: string | null = null;
  const open = async (database: string) => {
    const adapter = await new PrismaPg(
      { ...config, database },
      { onPoolError: () => undefined },
    ).connect();
    pools.push(adapter.underlyingDriver());
    return repair(adapter, (message) => (refused = message));
  };
  return {
    refusal: () => refused,
    // the engine forgets its adapters without disposing of them
    close: async () => {
      await Promise.all(pools.filter((pool) => !pool.ending).map((pool) => pool.end()));
    },
    provider: "postgres",
    adapterName: "@prisma/adapter-pg",
    connect: () => open(config.database),
    connectToShadowDb: async () => {
      const database = `prisma_shadow_${crypto.randomUUID().replaceAll("-", "")}`;
      await withClient(url, (client) => client.query(`CREATE DATABASE ${database}`));
      const shadow = await open(database);
      const close = shadow.dispose.bind(shadow);
      // the adapter's own way drops the database while its pool is still connected to it
      shadow.dispose = async () => {
        await close();
        await withClient(url, (client) => client.query(`DROP DATABASE ${database} WITH (FORCE)`));
      };
      return shadow;
    },
  };
}

/** `node:module` finds the package; its `.wasm` is not among the exports and is read from beside the glue. */
async function loadEngine(): Promise<typeof SchemaEngine> {
  const glue = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const at = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const bytes = await readFile(join(dirname(at), "schema_engine_bg.wasm"));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- wasm-bindgen's glue is the import object
  const imports = { "./schema_engine_bg.js": glue } as unknown as WebAssembly.Imports;
  const { instance } = await WebAssembly.instantiate(bytes, imports);
  glue.__wbg_set_wasm(instance.exports);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- wasm-bindgen writes it into every module
  const start = instance.exports["__wbindgen_start"] as () => void;
  start();
  return glue.SchemaEngine;
}

let engineClass: ReturnType<typeof loadEngine> | undefined;
let lastPanic = "";

/**
 * Opens Prisma's schema engine on a database, runs `use` and frees it.
 * @param url the owner's connection; `use` may create a shadow database beside it
 * @param schema name and content of the Prisma schema
 * @throws Error whose message carries the database's own words instead of the engine's "External error id#n"
 */
export async function withSchemaEngine<R>(
  url: string,
  schema: [string, string],
  use: (engine: SchemaEngine) => Promise<R>,
): Promise<R> {
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: { set_message: (message: string) => (lastPanic = message) },
  });
  engineClass ??= loadEngine();
  const Engine = await engineClass;
  const repaired = repairedFactory(url);
  const factory = bindMigrationAwareSqlAdapterFactory(repaired);
  const explain = (error: unknown): Error => {
    const text = error instanceof Error ? error.message : String(error);
    const id = /External error id#(\d+)/.exec(text)?.[1];
    const cause =
      id === undefined ? undefined : factory.errorRegistry.consumeError(Number(id))?.error;
    const said = repaired.refusal() ?? (cause === undefined ? lastPanic || text : describe(cause));
    lastPanic = "";
    return new Error(said, { cause: error });
  };
  try {
    const engine = await Engine.new({ datamodels: [schema] }, () => undefined, factory);
    try {
      return await use(engine);
    } finally {
      engine.free();
    }
  } catch (error) {
    throw explain(error);
  } finally {
    await repaired.close();
  }
}

function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const detail = "cause" in cause && typeof cause.cause === "object" ? cause.cause : undefined;
  const said = detail && "originalMessage" in detail ? String(detail.originalMessage) : "";
  return said || cause.message;
}
