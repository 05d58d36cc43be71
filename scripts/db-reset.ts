import { rmSync } from "node:fs";
import { join } from "node:path";
import { deploy } from "#prisma/migrate.ts";
import pg from "pg";
import { withDatabase } from "./database.ts";
import { readSettings } from "./settings.ts";

/** `npm run db:reset`: an empty, migrated database of our own and no media. A given DATABASE_URL is never touched. */
const settings = readSettings(process.env);
if (settings.databaseUrl !== undefined) {
  console.error(
    "DATABASE_URL names a server that is not ours: reset it there, or unset DATABASE_URL.",
  );
  process.exit(2);
}
await withDatabase(
  settings,
  async ({ ownerUrl }) => {
    const client = new pg.Client({ connectionString: ownerUrl });
    await client.connect();
    await client.query(
      "DROP SCHEMA IF EXISTS jobs CASCADE; DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public",
    );
    await client.end();
    for (const name of ["blobs", "demo.json"])
      rmSync(join(settings.dataDir, name), { recursive: true, force: true });
    const applied = await deploy(ownerUrl);
    console.log(`The database is empty again (${applied.length} migrations).`);
  },
  true,
).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
process.exit();
