import { hostname } from "node:os";
import pg from "pg";
import type { Packages } from "./packages.ts";

/** Says in part_state how far Debian's packages are, so that Home can show it. A database that is away is asked again next time. */
export async function writePackages(
  databaseUrl: string,
  { state, missing, fix }: Packages,
): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 3_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query(
      `INSERT INTO part_state (name, node, state, detail, seen_at) VALUES ('packages', $1, $2, $3, now())
       ON CONFLICT (name, node) DO UPDATE SET state = excluded.state, detail = excluded.detail, seen_at = excluded.seen_at`,
      [hostname(), state, JSON.stringify({ missing, fix })],
    );
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
