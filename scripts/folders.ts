import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** What is fetched and can be fetched again. */
export const cacheFolder = (): string => resolve(ROOT, process.env["PARLEY_CACHE"] ?? ".cache");

/**
 * The one folder of this instance's data. Without PARLEY_DATA it is `var/` in the checkout, or, where the database's
 * own user could not reach that (started by root in a closed home), a folder of /var/lib named for the checkout.
 */
export function dataFolder(): string {
  const given = process.env["PARLEY_DATA"];
  if (given) return resolve(ROOT, given);
  if (process.getuid?.() !== 0 || isReachable(ROOT)) return join(ROOT, "var");
  const name = createHash("sha256").update(realpathSync(ROOT)).digest("hex").slice(0, 12);
  return join("/var/lib/parley", name);
}

/** Whether a user who is neither owner nor of the group may walk down to `path`. */
export function isReachable(path: string): boolean {
  for (let at = resolve(path); ; at = dirname(at)) {
    if (existsSync(at) && (statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** Makes the data folder and its secret key (once, mode 0600). @returns the key's file */
export function prepareData(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  for (const name of ["run", "logs", "blobs", "secrets"])
    mkdirSync(join(dataDir, name), { recursive: true, mode: 0o700 });
  // The database has a user of its own under root: it may walk through, and list nothing.
  if (process.getuid?.() === 0 && (statSync(dataDir).mode & 0o001) === 0) chmodSync(dataDir, 0o711);
  const file = join(dataDir, "secrets/key");
  if (!existsSync(file))
    writeFileSync(file, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  return file;
}

/** A small JSON file, or null where it is missing or was cut short. */
export function readJson(file: string): unknown {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, "utf8"));
    return parsed;
  } catch {
    return null;
  }
}
