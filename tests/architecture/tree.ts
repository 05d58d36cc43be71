import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "..", "..");

/** What git ignores and what other people wrote. */
const NOT_OURS = new Set([".git", ".cache", "node_modules", "build", "var", "generated"]);

/** Files of the repository below a folder, as paths from its root; also those nobody has committed yet. */
export function listFiles(folder = "."): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter(({ name }) => !NOT_OURS.has(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return listFiles(path);
      return entry.isFile() ? [relative(".", path)] : [];
    });
}

export const readText = (path: string): string => readFileSync(join(ROOT, path), "utf8");

const SOURCE = /\.(?:ts|tsx|mjs|cjs|js)$/;
export const listSources = (folder?: string): string[] =>
  listFiles(folder).filter((path) => SOURCE.test(path));
