import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { bornAt } from "#scripts/processes.ts";

/** One process; `born` tells it from a later one with the same number. */
export type Proc = { pid: number; born: string; name: string };

type Stat = { pid: number; parent: number; name: string; state: string };

function statOf(pid: number): Stat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const end = stat.lastIndexOf(")");
    const [state = "", parent = "0"] = stat.slice(end + 2).split(" ");
    return { pid, parent: Number(parent), name: stat.slice(stat.indexOf("(") + 1, end), state };
  } catch {
    return null; // it ended between the listing and the look
  }
}

/** Children, their children and so on, of one process. */
export function familyOf(root: number): Proc[] {
  const all = readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0)
    .flatMap((pid) => statOf(pid) ?? []);
  const family: Proc[] = [];
  for (const parents = [root]; parents.length > 0; ) {
    const parent = parents.pop();
    for (const { pid, name } of all.filter((one) => one.parent === parent)) {
      const born = bornAt(pid);
      parents.push(pid);
      if (born !== null) family.push({ pid, born, name });
    }
  }
  return family;
}

export const isAlive = ({ pid, born }: Pick<Proc, "pid" | "born">): boolean => bornAt(pid) === born;

/** Whether a process was halted by SIGSTOP. */
export const isHalted = (pid: number): boolean => statOf(pid)?.state === "T";

export function halt(processes: readonly Pick<Proc, "pid">[]): void {
  for (const { pid } of processes) process.kill(pid, "SIGSTOP");
}

/**
 * Looks until `look` gives something, and gives that.
 * @throws Error naming `what` after `limitMs`
 */
export async function until<T>(
  what: string,
  limitMs: number,
  look: () => T | null | undefined | false | Promise<T | null | undefined | false>,
  everyMs = 50,
): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found !== null && found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error(`${what}: not within ${limitMs / 1000} s`);
    await sleep(everyMs);
  }
}

/** They end at once; a busy machine takes a moment to clear them away. */
const GONE_MS = 15_000;

/** Waits until all of them ended. @throws Error naming those that did not */
export async function allGone(processes: readonly Proc[]): Promise<void> {
  const left = (): Proc[] => processes.filter(isAlive);
  await until("every child ends with its parent", GONE_MS, () => left().length === 0).catch(() => {
    const names = left().map(({ name, pid }) => `${name} (${pid})`);
    if (names.length > 0) throw new Error(`orphans run on: ${names.join(", ")}`);
  });
}
