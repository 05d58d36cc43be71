import pg from "pg";

/** Parts of a connection URL; the adapter ignores the shadow database when it is given the URL itself. */
export function poolConfig(url: string): pg.PoolConfig & { database: string } {
  const parsed = new URL(url);
  const database = decodeURIComponent(parsed.pathname.slice(1));
  if (!database) throw new Error("The database URL names no database.");
  const sslMode = parsed.searchParams.get("sslmode") ?? "disable";
  return {
    host: parsed.searchParams.get("host") ?? decodeURIComponent(parsed.hostname),
    port: Number(parsed.port || 5432),
    user: decodeURIComponent(parsed.username),
    password: decodeURIComponent(parsed.password),
    database,
    ...(!["disable", "allow", "prefer"].includes(sslMode) && {
      ssl: sslMode === "no-verify" ? { rejectUnauthorized: false } : true,
    }),
  };
}

/** Runs `use` on one connection and closes it. */
export async function withClient<R>(
  url: string,
  use: (client: pg.Client) => Promise<R>,
): Promise<R> {
  const client = new pg.Client(poolConfig(url));
  client.on("error", () => undefined); // a broken connection rejects the query under way
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** The same server and user, another database. */
export function onDatabase(url: string, database: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${database}`;
  return parsed.href;
}
