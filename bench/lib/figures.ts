import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { arch, cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { ROOT } from "#scripts/folders.ts";

export type Goal = { op: ">=" | "<="; value: number };
export type Result = "passed" | "failed" | "skipped";
/** Spread of a case's ratios or samples. */
export type Spread = { median: number; min: number; max: number };

/** One line of a benchmark's answer (reliability §8.3). */
export type Figure = {
  bench: string;
  case: string;
  unit: string;
  /** What of `ours` is judged where there is no floor: `p95`, `max` … */
  of?: string;
  floor?: number[];
  ours: number[];
  ratio?: Spread;
  value?: number;
  goal?: Goal;
  result: Result;
  sameWork?: boolean;
  isNoisy?: boolean;
  note?: string;
};

const { values: given } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seed: { type: "string", default: "1" },
    json: { type: "string" },
  },
  strict: false,
});

/** `--rounds 5 --seed 1 --json file`, the same for every benchmark. */
export const options = {
  rounds: Math.max(1, Number(given["rounds"]) || 5),
  seed: Math.max(1, Number(given["seed"]) || 1),
  json: typeof given["json"] === "string" ? given["json"] : null,
};

const loadAtStart = loadavg()[0] ?? 0;
let hasFailed = false;

/** Prints a figure as one line of JSON, with the machine's load, and remembers a failed one for the exit code. */
export function report(figure: Figure, versions: Record<string, string> = {}): void {
  const { bench, case: name, ...rest } = figure;
  const line = JSON.stringify({
    bench,
    case: name,
    seed: options.seed,
    ...rounded(rest),
    load: [loadAtStart, loadavg()[0] ?? 0].map((load) => Number(load.toFixed(2))),
    versions: { ...machine(), ...versions },
    at: new Date().toISOString(),
  });
  process.stdout.write(`${line}\n`);
  if (options.json !== null) appendFileSync(options.json, `${line}\n`);
  if (figure.result === "failed") hasFailed = true;
}

export const exitCode = (): number => (hasFailed ? 1 : 0);

/** A figure with an absolute goal: only where a person feels it (reliability §8.3). */
export function judge(
  figure: Omit<Figure, "result" | "value" | "goal"> & { value: number; goal: Goal },
  versions?: Record<string, string>,
): void {
  report({ ...figure, result: reaches(figure.value, figure.goal) ? "passed" : "failed" }, versions);
}

/** A part that is missing here is never passed. */
export const skip = (bench: string, name: string, note: string): void =>
  report({ bench, case: name, unit: "", ours: [], result: "skipped", note });

/** Nothing measured is no goal reached. */
export const reaches = (value: number, { op, value: wanted }: Goal): boolean =>
  Number.isFinite(value) && (op === ">=" ? value >= wanted : value <= wanted);

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const median =
    sorted.length % 2 === 1
      ? (sorted[Math.floor(middle)] ?? Number.NaN)
      : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
  return { median, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN };
}

/** Park and Miller's generator: the same numbers on every machine. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const machine = (): Record<string, string> => ({
  node: process.versions.node,
  git: commit(),
  cpu: `${cpus().length} x ${cpus()[0]?.model ?? arch()}`,
});

function commit(): string {
  const git = (...args: string[]): string =>
    execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  try {
    const isDirty = git("status", "--porcelain", "--untracked-files=no").trim() !== "";
    return git("rev-parse", "--short", "HEAD").trim() + (isDirty ? "+" : "");
  } catch {
    return "unknown"; // an unpacked archive has no history
  }
}

/** Four significant digits: more would be noise. */
const rounded = (figure: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(figure).map(([key, value]) => [key, short(value)]));

function short(value: unknown): unknown {
  if (typeof value === "number") return Number(value.toPrecision(4));
  if (Array.isArray(value)) return value.map((item: unknown) => short(item));
  return typeof value === "object" && value !== null ? rounded(value) : value;
}
