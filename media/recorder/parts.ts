import { fdatasync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { JournalEntry, Source } from "./journal.ts";
import { openSink, type Sink } from "./sink.ts";
import { RATE } from "./timeline.ts";

/** What one attempt's parts share. */
export type PartRoom = {
  dir: string;
  attempt: number;
  /** Counts the parts of this attempt. */
  nextNumber: () => number;
  emit: (entry: JournalEntry) => void;
  /** Asked when an encoder died: true when there is no use in another one. */
  isDiskFull: () => boolean;
};

export type Parts = {
  write: (pcm: Int16Array) => void;
  /** The start is final now. */
  settle: () => void;
  /** Writes the end down, then closes the file. */
  end: (why: string) => Promise<void>;
};

/** An encoder that lives this long did not fail at once. */
const EARLY_MS = 1000;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
const ALARM_AFTER = 3;
/** What an encoder may have taken and not written: its page, its packet, the pipe. Measured up to 0.5 s under load. */
const UNSAVED_SAMPLES = 2000 * RATE;
const MOST_KEPT_SAMPLES = 40_000 * RATE;
/** A power cut loses what the page cache holds: this much at most. */
const SYNC_MS = 5000;

/** As plain as `-safe 1` of the concat demuxer wants it. */
export const fileId = (id: string) => id.replaceAll(/[^\w-]/g, "_");

/**
 * One track's files: a new part whenever its encoder dies, at once the first time, ever slower when the
 * next one dies too. The new part begins with what the dead one may not have saved.
 * @param start call time of the first sample ever written, milliseconds
 */
export function openParts(id: string, source: Source, start: () => number, room: PartRoom): Parts {
  let sink: Sink | null = null;
  let name = { file: "", n: 0 };
  let written = 0;
  let from = 0;
  let early = 0;
  let isOver = false;
  let again: NodeJS.Timeout | undefined;
  const recent: Int16Array[] = [];
  let recentSamples = 0;

  const keep = (pcm: Int16Array) => {
    recent.push(pcm);
    recentSamples += pcm.length;
    const unsaved = UNSAVED_SAMPLES + (sink?.pendingBytes() ?? 0) / 2;
    const most = Math.min(unsaved, MOST_KEPT_SAMPLES);
    for (let first = recent[0]; first && recentSamples - first.length >= most; first = recent[0]) {
      recent.shift();
      recentSamples -= first.length;
    }
  };
  const mark = () => ({
    ...{ id, source, ...name },
    startMs: start() + from / RATE,
    samples: written - from,
  });
  const next = () => {
    const n = room.nextNumber();
    const file = `${fileId(id)}.${source}.a${room.attempt}.${n}.ogg`;
    const bornAt = performance.now();
    from = written - recentSamples;
    name = { file, n };
    room.emit({ type: "seg", ...mark() });
    sink = openSink(join(room.dir, file), (why) => {
      room.emit({ type: "segEnd", ...mark(), why });
      sink = null;
      if (isOver || room.isDiskFull()) return;
      early = performance.now() - bornAt < EARLY_MS ? early + 1 : 0;
      if (early === ALARM_AFTER)
        room.emit({ type: "notRecording", id, source, sid: "", reason: "encoder" });
      if (early === 0) next();
      else again = setTimeout(next, Math.min(FIRST_WAIT_MS * 2 ** (early - 1), LONGEST_WAIT_MS));
    });
    for (const pcm of recent) sink.write(pcm);
  };
  const sync = setInterval(() => void syncFile(join(room.dir, name.file)), SYNC_MS);
  sync.unref();
  next();
  return {
    write(pcm) {
      written += pcm.length;
      keep(pcm);
      sink?.write(pcm);
    },
    settle: () => {
      if (sink) room.emit({ type: "segStart", ...mark() });
    },
    async end(why) {
      if (isOver) return;
      isOver = true;
      clearTimeout(again);
      clearInterval(sync);
      if (!sink) return;
      room.emit({ type: "segEnd", ...mark(), why });
      await sink.end();
    },
  };
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r").catch(() => null);
  if (!file) return;
  await new Promise<void>((resolve) => fdatasync(file.fd, () => resolve()));
  await file.close();
}
