import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { JournalEntry, JournalLine } from "./journal.ts";

/** Given back to the disk when it is full: more than enough for the last pages of every encoder and the last lines. */
const SPARE_BYTES = 1 << 20;

export type Journal = {
  /** Stamps the line, writes it down, and only then tells the parent. */
  emit: (entry: JournalEntry) => void;
  /** Makes room at the end of a full disk. */
  freeSpare: () => void;
  /** Everything is on the disk when this returns. */
  close: () => void;
};

/**
 * Opens `journal.jsonl` for appending. A line that a crash cut off is ended first, so that it takes no
 * other with it.
 * @param tell sends a line to the parent; it must not throw
 */
export function openJournal(options: {
  dir: string;
  attempt: number;
  now: () => number;
  report: (line: JournalLine) => void;
  onFull: () => void;
}): Journal {
  const { dir, attempt, now, report: report, onFull } = options;
  const spare = join(dir, `spare.a${attempt}`);
  const fd = openSync(join(dir, "journal.jsonl"), "a+", 0o600);
  let isTorn = isCut(fd);
  try {
    writeFileSync(spare, Buffer.alloc(SPARE_BYTES), { mode: 0o600 });
  } catch {
    rmSync(spare, { force: true }); // full already: the watch of the disk says so
  }
  const sync = setInterval(() => fdatasync(fd, () => undefined), 1000);
  sync.unref();
  const freeSpare = () => rmSync(spare, { force: true });

  const append = (text: string) => {
    const bytes = Buffer.from(isTorn ? `\n${text}` : text);
    isTorn = true;
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
    isTorn = false;
  };
  const write = (text: string) => {
    try {
      append(text);
    } catch {
      freeSpare();
      try {
        append(text);
      } catch {
        // No room even now: the parent hears it all the same.
      }
      onFull();
    }
  };
  return {
    emit(entry) {
      const stamp = { a: attempt, t: Math.round(now()), wall: Date.now() };
      const { type, ...rest } = entry;
      const line = { type, ...stamp, ...rest } as JournalLine; // oxlint-disable-line typescript/no-unsafe-type-assertion -- an entry plus its stamp, which the compiler cannot put together again
      write(`${JSON.stringify(line)}\n`);
      if (type.startsWith("seg")) fdatasync(fd, () => undefined);
      report(line);
    },
    freeSpare,
    close() {
      clearInterval(sync);
      freeSpare();
      try {
        fdatasyncSync(fd);
      } finally {
        closeSync(fd);
      }
    },
  };
}

function isCut(fd: number): boolean {
  const { size } = fstatSync(fd);
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(fd, last, 0, 1, size - 1);
  return last[0] !== 10;
}
