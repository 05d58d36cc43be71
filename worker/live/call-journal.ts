import { type FileHandle, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type JournalLine, parseJournal } from "#media/recorder/journal.ts";

const FILE = "journal.jsonl";
const FOLLOW_MS = 200;

export type CallJournal = {
  lines: JournalLine[];
  /** The newest attempt; 0 before the first. */
  attempt: number;
  /** Every recorder that ever began. */
  processes: { a: number; pid: number; boot: string }[];
  /** What holds still of the newest attempt that got into the room: its readiness and the tracks it writes. */
  callRole: JournalLine[];
  bytes: number;
};

/** Reads what the recorders of a call have written down so far; an empty journal when none has begun. */
export async function readCallJournal(dir: string): Promise<CallJournal> {
  const text = await readFile(join(dir, FILE), "utf8").catch(() => "");
  const { lines } = parseJournal(text);
  const starts = lines.filter((line) => line.type === "start");
  return {
    lines,
    attempt: lines.reduce((newest, { a }) => Math.max(newest, a), 0),
    processes: starts.map(({ a, pid, boot }) => ({ a, pid, boot })),
    callRole: callRole(lines),
    bytes: Buffer.byteLength(text),
  };
}

function callRole(lines: readonly JournalLine[]): JournalLine[] {
  const ready = lines.findLast(({ type }) => type === "ready");
  if (!ready) return [];
  const own = lines.filter(({ a }) => a === ready.a);
  const ended = new Set(own.flatMap((line) => (line.type === "segEnd" ? [line.file] : [])));
  return own.filter((line) =>
    line.type === "seg" || line.type === "segStart"
      ? !ended.has(line.file)
      : ["ready", "pause", "resume", "reconnecting", "reconnected", "finishing"].includes(
          line.type,
        ),
  );
}

/** Tells every line that is written from `from` on. @returns ends it */
export function followJournal(
  dir: string,
  from: number,
  onLine: (line: JournalLine) => void,
): () => void {
  let at = from;
  let rest = "";
  let isBusy = false;
  const look = async (): Promise<void> => {
    let file: FileHandle | undefined;
    try {
      file = await open(join(dir, FILE), "r");
      const { size } = await file.stat();
      if (size <= at) return;
      const bytes = Buffer.alloc(size - at);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, at);
      at += bytesRead;
      const text = rest + bytes.toString("utf8", 0, bytesRead);
      const end = text.lastIndexOf("\n") + 1;
      rest = text.slice(end);
      for (const line of parseJournal(text.slice(0, end)).lines) onLine(line);
    } finally {
      await file?.close();
    }
  };
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    look()
      .catch(() => undefined)
      .finally(() => (isBusy = false));
  }, FOLLOW_MS);
  return () => clearInterval(timer);
}
