import { hostname } from "node:os";
import pg from "pg";

/**
 * Says in part_state how a part is, so that Home can show it.
 * @returns false where the database is away: it is told again next time
 */
export async function writeComponent(
  databaseUrl: string,
  name: string,
  state: "on" | "preparing" | "off",
  detail: Record<string, string | string[]>,
): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 3_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query(
      `INSERT INTO part_state (name, node, state, detail, seen_at) VALUES ($1, $2, $3, $4, now())
       ON CONFLICT (name, node) DO UPDATE SET state = excluded.state, detail = excluded.detail, seen_at = excluded.seen_at`,
      [name, hostname(), state, JSON.stringify(detail)],
    );
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
