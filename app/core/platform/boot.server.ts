import { readFileSync } from "node:fs";

/** Names the boot of this host, within which monotonic clocks agree; empty where the system does not tell. */
export function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}

/** What /proc tells of a process, from its state on (proc(5), field 3); empty when it is gone or nothing is told. */
export function processFields(pid: number | string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" "); // the name before it may hold spaces
  } catch {
    return [];
  }
}

/**
 * When a process began, in ticks since boot: its number alone may be somebody else's by now.
 * @returns null where there is none, or only its zombie, and where the system does not tell
 */
export function birthTick(pid: number): string | null {
  const fields = processFields(pid);
  return fields[0] === "Z" || fields[0] === "X" ? null : (fields[19] ?? null);
}
