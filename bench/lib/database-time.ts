import { setTimeout as sleep } from "node:timers/promises";
import { type Instance, until } from "./instance.ts";

const MARK = "bench-mark";
/** Marks that were on their way when the first was seen. */
const SETTLE_MS = 500;

/**
 * What PostgreSQL itself took for all statements of each run of `work`, in ms: the application's own time and the way
 * between them are not in it.
 */
export async function timeInDatabase(
  { admin, onDatabaseLog }: Instance,
  times: number,
  work: (n: number) => Promise<unknown>,
): Promise<number[]> {
  const mark = () => admin.query(`SELECT '${MARK}'`);
  const sums: number[] = [];
  let sum = 0;
  await admin.query("ALTER SYSTEM SET log_min_duration_statement = 0");
  await admin.query("SELECT pg_reload_conf()");
  onDatabaseLog((line) => {
    const [, ms] = / duration: ([\d.]+) ms/.exec(line) ?? [];
    if (ms === undefined) return;
    if (!line.includes(MARK)) sum += Number(ms);
    else {
      sums.push(sum);
      sum = 0;
    }
  });
  try {
    // The setting is at work some time after it was asked for: the first mark that is logged says so.
    await until(async () => {
      await mark();
      return sums.length > 0;
    }, "the database's log");
    await sleep(SETTLE_MS);
    sums.length = 0;
    for (let n = 0; n < times; n++) {
      await work(n);
      await mark();
      await until(() => Promise.resolve(sums.length > n), "the database's log", { everyMs: 5 });
    }
  } finally {
    onDatabaseLog(null);
    await admin.query("ALTER SYSTEM RESET log_min_duration_statement");
    await admin.query("SELECT pg_reload_conf()");
  }
  return sums;
}
