/** Codes by which PostgreSQL, the pool and Prisma say "not now" rather than "never". */
const UNAVAILABLE = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "57P01",
  "57P02",
  "57P03",
  "08006",
  "08001",
  "P1001",
  "P1002",
  "P1008",
  "P1017",
  "P2024",
  "P2028",
  "53300",
]);
const SAID =
  /timeout exceeded when trying to connect|Connection terminated|Connection ended unexpectedly|is not queryable|Can't reach database server|server (has )?closed the connection|terminating connection|the database system is (starting up|shutting down|in recovery mode|not yet accepting)/i;
/** An error, what caused it, and what caused that. */
const MOST_CAUSES = 5;

/** Whether the database cannot be reached now; the same request may work in a moment. */
export function isDatabaseUnavailable(error: unknown): boolean {
  let at: unknown = error instanceof Error ? error : null;
  for (let depth = 0; depth < MOST_CAUSES && typeof at === "object" && at !== null; depth += 1) {
    // Prisma's driver tells causes as plain objects, with the code of the server beside its own.
    for (const code of [valueOf(at, "code"), valueOf(at, "originalCode")])
      if (typeof code === "string" && UNAVAILABLE.has(code)) return true;
    for (const text of [valueOf(at, "message"), valueOf(at, "originalMessage")])
      if (typeof text === "string" && SAID.test(text)) return true;
    at = valueOf(at, "cause");
  }
  return false;
}

const valueOf = (thing: object, name: string): unknown => Reflect.get(thing, name);
