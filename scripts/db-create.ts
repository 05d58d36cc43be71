import { create, deploy } from "#prisma/migrate.ts";
import { withDatabase } from "./database.ts";
import { readSettings } from "./settings.ts";

/** `npm run db:create -- <name>`: writes the next migration from schema.prisma. */
const name = process.argv[2];
if (!name) {
  console.error("Usage: npm run db:create -- <name>");
  process.exit(2);
}
await withDatabase(readSettings(process.env), async ({ ownerUrl }) => {
  await deploy(ownerUrl);
  console.log(
    (await create(ownerUrl, name)) ?? "Nothing to do: the migrations match schema.prisma.",
  );
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
process.exit();
