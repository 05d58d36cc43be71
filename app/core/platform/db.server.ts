import pg from "pg";
import { Prisma, PrismaClient } from "#prisma/generated/client.ts";
import { env } from "./env.server.ts";
import { QueuedPg } from "./queued-adapter.server.ts";
import { remember } from "./remember.ts";
import { sharing } from "./share.ts";

export { Prisma };

/** Numbers that PostgreSQL calls bigint are counts, bytes and sequences far under 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * So long a request waits for a connection before it is refused for a moment. A database that is down refuses at once;
 * on a busy machine all of them were taken for more than 2 s, and pages broke that would have come.
 */
const CONNECTION_MS = 8_000;

/** A transaction that takes longer is undone. Those that move whole transcripts ask for more. */
const TRANSACTION_MS = 30_000;

/**
 * Texts that are prepared once for each connection, by the name PostgreSQL knows them by: planning them costs more than
 * running them. Past `most` a text is planned each time: lists of values make new texts without end.
 */
function preparing(prefix: string, most: number): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= most) return known;
    const name = `${prefix}_${names.size}`;
    names.set(text, name);
    return name;
  };
}
const nameOfHot = preparing("hot", 50);
const nameOfClient = preparing("client", 500);

export const db = remember(
  "db",
  () =>
    new PrismaClient({
      adapter: new QueuedPg(
        {
          connectionString: env().DATABASE_URL,
          max: 10,
          connectionTimeoutMillis: CONNECTION_MS,
        },
        // No name is an empty one to PostgreSQL: the statement that is forgotten at the next.
        { statementNameGenerator: ({ sql }) => nameOfClient(sql) ?? "" },
      ),
      // Of 5 s, which Prisma gives, a busy machine takes some for a list of fifty invitations.
      transactionOptions: { timeout: TRANSACTION_MS },
    }),
);
export type Tx = Prisma.TransactionClient;

const pool = remember("pool", () => {
  const made = new pg.Pool({
    connectionString: env().DATABASE_URL,
    max: 10,
    connectionTimeoutMillis: CONNECTION_MS,
  });
  made.on("error", () => undefined); // an idle connection died with the server; the next query opens another
  return made;
});

const share = sharing();

/**
 * Runs a hot read on `pg` itself, about three times cheaper than through the client (reliability §8.1).
 * @param sql made by `Prisma.sql`; every value is a parameter
 * @param isPrepared for the few texts that requests send all the time: planning them costs more than running them,
 * and requests that ask the same at the same time share one run
 * @returns rows as the database names them: dates as Date, bytea as Buffer, bigint as number
 */
export async function rows<R extends object>(
  sql: Prisma.Sql,
  { isPrepared = false } = {},
): Promise<R[]> {
  const { text } = sql;
  const name = isPrepared ? nameOfHot(text) : undefined;
  const values = sql.values.map((value) => value);
  if (name === undefined) return (await pool.query<R>({ text, values })).rows;
  return share(`${name} ${JSON.stringify(values)}`, async () => {
    const answer = await pool.query<R>({ text, values, name });
    return answer.rows;
  });
}

/** Whether a write met a row that already has its unique key: mostly the same wish, a moment earlier. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";

/** Sends `payload` to listeners of `channel` when the transaction commits. Ids only, never words. */
export async function notify(tx: Tx, channel: string, payload: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${channel}, ${payload})`;
}

export async function closeDatabase(): Promise<void> {
  await Promise.all([db.$disconnect(), pool.end()]);
}
