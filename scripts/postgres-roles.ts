import pg from "pg";

/** Passwords in base64url: they need no quoting beyond the quotes. */
type Secrets = { owner: string; app: string };

/** Of the application's connections (data §7): a query that waits or forgets its transaction is ended. */
const APP_SETTINGS = {
  random_page_cost: "1.1",
  jit: "off",
  statement_timeout: "15s",
  lock_timeout: "3s",
  idle_in_transaction_session_timeout: "30s",
};

/**
 * Roles and database of our own server, in any state an earlier start left them. The owner migrates and may make
 * (shadow) databases; the application's role gets its rights from prisma/rights.sql.
 * @param adminUrl the superuser, on the database `postgres`
 */
export async function prepareDatabase(adminUrl: string, { owner, app }: Secrets): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined); // the query under way is rejected
  await client.connect();
  try {
    for (const [role, secret, may] of [
      ["parley_owner", owner, "LOGIN CREATEDB"],
      ["parley_app", app, "LOGIN"],
    ] as const) {
      const known = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [role]);
      await client.query(
        `${known.rowCount ? "ALTER" : "CREATE"} ROLE ${role} ${may} PASSWORD '${secret}'`,
      );
    }
    for (const [name, value] of Object.entries(APP_SETTINGS))
      await client.query(`ALTER ROLE parley_app SET ${name} = '${value}'`);
    const known = await client.query("SELECT FROM pg_database WHERE datname = 'parley'");
    if (!known.rowCount) await client.query("CREATE DATABASE parley OWNER parley_owner");
  } finally {
    await client.end();
  }
}
