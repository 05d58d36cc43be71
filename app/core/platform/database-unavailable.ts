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
export const isDatabaseUnavailable = (error: unknown): boolean =>
  errorCodes(error).some((code) => UNAVAILABLE.has(code)) ||
  textsOf(error, ["message", "originalMessage"]).some((text) => SAID.test(text));

/** Codes of an error and of what caused it: the client's own, and those of PostgreSQL. */
export const errorCodes = (error: unknown): string[] => textsOf(error, ["code", "originalCode"]);

// Prisma's driver has causes as plain objects, with the code of the server beside its own.
function textsOf(error: unknown, names: readonly string[]): string[] {
  const texts: string[] = [];
  let at: unknown = error instanceof Error ? error : null;
  for (let depth = 0; depth < MOST_CAUSES && typeof at === "object" && at !== null; depth += 1) {
    for (const name of names) {
      const text = valueOf(at, name);
      if (typeof text === "string") texts.push(text);
    }
    at = valueOf(at, "cause");
  }
  return texts;
}

const valueOf = (thing: object, name: string): unknown => Reflect.get(thing, name);
