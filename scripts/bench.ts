import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./folders.ts";

/** `npm run bench -- <name>`: one file of bench/, one benchmark. */
const [name = "", ...rest] = process.argv.slice(2);
const folder = join(ROOT, "bench");
const file = join(folder, `${name}.ts`);
if (!/^[a-z-]+$/.test(name) || !existsSync(file)) {
  const known = existsSync(folder)
    ? readdirSync(folder).filter((entry) => /^[a-z-]+\.ts$/.test(entry))
    : [];
  console.error(
    `Usage: npm run bench -- <name>; there are: ${known.map((entry) => entry.slice(0, -3)).join(", ") || "none yet"}`,
  );
  process.exit(2);
}
process.argv.splice(2, Infinity, ...rest);
await import(pathToFileURL(file).href);
