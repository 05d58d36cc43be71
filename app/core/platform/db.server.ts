import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { Prisma, PrismaClient } from "#prisma/generated/client.ts";
import { env } from "./env.server.ts";
import { remember } from "./remember.ts";

export { Prisma };

/** Numbers that PostgreSQL calls bigint are counts, bytes and sequences far under 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export const db = remember(
  "db",
  () =>
    new PrismaClient({
      adapter: new PrismaPg({
        connectionString: env().DATABASE_URL,
        max: 10,
        connectionTimeoutMillis: 2_000,
      }),
    }),
);
export type Db = typeof db;
export type Tx = Prisma.TransactionClient;

const pool = remember("pool", () => {
  const made = new pg.Pool({
    connectionString: env().DATABASE_URL,
    max: 10,
    connectionTimeoutMillis: 2_000,
  });
  made.on("error", () => undefined); // an idle connection died with the server; the next query opens another
  return made;
});

/**
 * Runs a hot read on `pg` itself, about three times cheaper than through the client (reliability §8.1).
 * @param sql made by `Prisma.sql`; every value is a parameter
 * @returns rows as the database names them: dates as Date, bytea as Buffer, bigint as number
 */
export async function rows<R extends object>(sql: Prisma.Sql): Promise<R[]> {
  const answer = await pool.query<R>({ text: sql.text, values: sql.values.map((value) => value) });
  return answer.rows;
}

/** Sends `payload` to listeners of `channel` when the transaction commits. Ids only, never words. */
export async function notify(tx: Tx, channel: string, payload: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${channel}, ${payload})`;
}

export async function closeDatabase(): Promise<void> {
  await Promise.all([db.$disconnect(), pool.end()]);
}
