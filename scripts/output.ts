import { closeSync, existsSync, openSync, renameSync, statSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

const LEVELS = ["trace", "debug", "info", "warn", "error", "fatal"];
const SHOWN = new Set(["level", "time", "msg"]);
const KEEP_BYTES = 5_000_000;

/**
 * Whoever reads what a command says may go before it ends: `| head`, a terminal that is closed, a test runner that was
 * killed. Without this the next line ends the command, and all that it has started stays behind.
 */
export function outliveReader(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

/** One line of the supervisor itself. */
export const say = (text: string): void => void process.stdout.write(`${withoutSecrets(text)}\n`);

/** Passwords of addresses and signed tokens never reach a terminal or a file: the media server writes out those it refuses. */
export const withoutSecrets = (text: string): string =>
  text
    .replace(/(\w+:\/\/[^\s:@/]+):[^\s@/]+@/g, "$1:…@")
    .replace(/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+/g, "[token]");

/**
 * What a program's line becomes on the terminal: its own text as it is; a log line (JSON) from `level` up, in short;
 * null where it stays in the file.
 */
export function shortLine(line: string, level: string): string | null {
  if (line.trim() === "") return null;
  const entry = line.startsWith("{") ? parsed(line) : null;
  if (!entry || typeof entry["msg"] !== "string") return line;
  const at = typeof entry["level"] === "string" ? entry["level"] : "info";
  if (LEVELS.indexOf(at) < LEVELS.indexOf(level)) return null;
  const err = entry["err"];
  const cause =
    typeof err === "object" && err !== null && "message" in err ? [`(${String(err.message)})`] : [];
  const rest = Object.entries(entry).filter(
    ([key, value]) => !SHOWN.has(key) && ["string", "number", "boolean"].includes(typeof value),
  );
  return [
    `${at}: ${entry["msg"]}`,
    ...cause,
    ...rest.map(([key, value]) => `${key}=${String(value)}`),
  ].join(" ");
}

function parsed(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

export type Sink = { follow: (stream: Readable | null) => void; close: () => void };

/** Writes a program's lines to its file whole, and to the terminal in short with its name in front. */
export function openSink(name: string, file: string, level: string): Sink {
  if (existsSync(file) && statSync(file).size > KEEP_BYTES) renameSync(file, `${file}.1`);
  const fd = openSync(file, "a", 0o600);
  let isOpen = true;
  return {
    follow(stream) {
      if (!stream) return;
      createInterface({ input: stream, crlfDelay: Infinity }).on("line", (line) => {
        const clean = withoutSecrets(line);
        if (isOpen) writeSync(fd, `${clean}\n`);
        const short = shortLine(clean, level);
        if (short !== null) say(`${name.padEnd(8)} ${short}`);
      });
    },
    close() {
      if (isOpen) closeSync(fd);
      isOpen = false;
    },
  };
}
