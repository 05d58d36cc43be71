import { setTimeout as sleep } from "node:timers/promises";
import type { Instance } from "./instance.ts";

/** Not a request's: the job queue's own upkeep, and the listener of live news. */
const BACKGROUND = /\bjobs\.|"jobs"|\bpgboss\b|^LISTEN\b/i;

/** How many statements the application sends while `work` runs, as PostgreSQL itself counts them. @returns their first words too */
export async function countStatements(
  instance: Instance,
  work: () => Promise<void>,
): Promise<string[]> {
  const { admin } = instance;
  const entries: string[] = [];
  await admin.query("ALTER SYSTEM SET log_statement = 'all'");
  await admin.query("SELECT pg_reload_conf()");
  await sleep(500);
  instance.onDatabaseLog((line) => {
    const [, text] = /LOG: {2}(?:execute [^:]+|statement): (.*)$/.exec(line) ?? [];
    if (text !== undefined) entries.push(text);
    else if (entries.length > 0 && !/^\d{4}-\d\d-\d\d .* \[\d+\]/.test(line))
      entries.push(`${entries.pop() ?? ""} ${line.trim()}`);
  });
  try {
    await work();
    await sleep(500);
  } finally {
    instance.onDatabaseLog(null);
    await admin.query("ALTER SYSTEM RESET log_statement");
    await admin.query("SELECT pg_reload_conf()");
  }
  return entries
    .map((entry) => entry.trim())
    .filter((entry) => !BACKGROUND.test(entry) && !/ALTER SYSTEM|pg_reload_conf/.test(entry));
}
