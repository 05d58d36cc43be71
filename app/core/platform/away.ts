/** Codes by which PostgreSQL, the pool and Prisma say "not now" rather than "never". */
const AWAY = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
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
  "53300",
]);
/** Whether the database cannot be reached now; the same request may work in a moment. */
export function isAway(error: unknown): boolean {
  for (
    let at: unknown = error, depth = 0;
    at instanceof Error && depth < 5;
    at = at.cause, depth += 1
  ) {
    if ("code" in at && typeof at.code === "string" && AWAY.has(at.code)) return true;
    if (
      /timeout exceeded when trying to connect|Connection terminated|is not queryable|Can't reach database server|server closed the connection|terminating connection/i.test(
        at.message,
      )
    )
      return true;
  }
  return false;
}
