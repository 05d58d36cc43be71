import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { birthTick, bootId, processFields } from "#app/core/platform/boot.server.ts";
import { readJson } from "./folders.ts";

/** A process as {PARLEY_DATA}/run remembers it. `born` tells it from a later process with the same number. */
type Recorded = { name: string; pid: number; born: string };

/** When a process began, as its system tells it; null when there is none. A zombie is none. */
export function bornAt(pid: number): string | null {
  if (process.platform !== "linux") {
    const found = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
    return found.status === 0 && found.stdout.trim() ? found.stdout.trim() : null;
  }
  const tick = birthTick(pid);
  return tick === null ? null : `${bootId()}:${tick}`;
}

export function recordProcess(runDir: string, name: string, pid: number): void {
  const born = bornAt(pid);
  if (born === null) return;
  mkdirSync(runDir, { recursive: true });
  writeFileSync(
    join(runDir, `${name}.json`),
    `${JSON.stringify({ name, pid, born } satisfies Recorded)}\n`,
  );
}

export const dropProcess = (runDir: string, name: string): void =>
  rmSync(join(runDir, `${name}.json`), { force: true });

/** Asked kindly the media server waits for its calls to end, and it has nothing to lose. */
const ASK: Record<string, NodeJS.Signals> = { postgres: "SIGINT", livekit: "SIGKILL" };

/**
 * Ends what an earlier, killed start of this folder left running, and nothing else: a number that now belongs to
 * another process is left alone. @returns the names of the ended
 */
export async function endLeftovers(runDir: string): Promise<string[]> {
  const ended: string[] = [];
  for (const file of listFiles(runDir)) {
    const found = readRecorded(join(runDir, file));
    if (!found) continue;
    if (bornAt(found.pid) === found.born) {
      await endProcess(found, ASK[found.name] ?? "SIGTERM", 8_000);
      ended.push(found.name);
    }
    rmSync(join(runDir, file), { force: true });
  }
  return ended;
}

/** The living process recorded under a name, or null. */
export function findRecorded(runDir: string, name: string): number | null {
  const found = readRecorded(join(runDir, `${name}.json`));
  return found && bornAt(found.pid) === found.born ? found.pid : null;
}

/** Asks, waits, then kills, with the whole group where the process leads one. */
export async function endProcess(
  { pid, born }: Omit<Recorded, "name">,
  ask: NodeJS.Signals,
  waitMs: number,
): Promise<void> {
  send(pid, ask);
  const until = Date.now() + waitMs;
  while (bornAt(pid) === born && Date.now() < until) await sleep(50);
  if (bornAt(pid) === born) send(pid, "SIGKILL");
  sendGroup(pid, "SIGKILL");
  while (bornAt(pid) === born && Date.now() < until + 2_000) await sleep(20);
}

/** Signals a process that may be gone. */
export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself in the meantime.
  }
}

/** Signals what is left of the group a child of ours led. */
export function sendGroup(pid: number, signal: NodeJS.Signals): void {
  if (process.platform !== "win32") send(-pid, signal);
}

/** Ticks of /proc: 100 a second on every Linux that Node runs on. */
const TICK_MS = 10;

/** Processor time that the living processes of a group have used, in milliseconds; null where there is no /proc. */
export function groupCpuMs(leader: number): number | null {
  if (process.platform !== "linux") return null;
  let ticks = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const [, , group, ...rest] = processFields(pid);
    // utime, stime and those of children it has waited for: fields 14 to 17 of proc(5)
    if (group === String(leader))
      ticks += rest.slice(8, 12).reduce((sum, field) => sum + Number(field), 0);
  }
  return ticks * TICK_MS;
}

function listFiles(runDir: string): string[] {
  try {
    return readdirSync(runDir).filter((name) => name.endsWith(".json"));
  } catch {
    return [];
  }
}

function readRecorded(file: string): Recorded | null {
  const value = readJson(file);
  if (typeof value !== "object" || value === null) return null;
  if (!("name" in value && "pid" in value && "born" in value)) return null;
  const { name, pid, born } = value;
  return typeof name === "string" && typeof pid === "number" && typeof born === "string"
    ? { name, pid, born }
    : null;
}
