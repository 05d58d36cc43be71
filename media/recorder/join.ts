import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import {
  BLOCK_BYTES,
  granuleOf,
  HEADERS,
  oggPages,
  packetReader,
  pagesOf,
  samplesOf,
  SILENT_PACKET,
} from "./ogg.ts";

const PER_MS = 48;
const SILENCE = samplesOf(SILENT_PACKET);
/** Pages of this much sound: a browser can jump to any of them. */
const PAGE_SAMPLES = 9_600;
/** A page holds at most 255 lacing bytes, and its body should stay well under them. */
const PAGE_BYTES = 24_000;
/** A hole inside a part shorter than this is the rounding of its container's clock. */
const HOLE_SAMPLES = 300 * PER_MS;

/** One run of a browser's recorder as Ogg/Opus with a packet a page, and where it belongs. */
export type RunFile = { file: string; startMs: number };
/** Where a run really lies in the result; `toMs` is its last sound. */
export type JoinedRun = { fromMs: number; toMs: number };
export type Joined = {
  durationMs: number;
  sizeBytes: number;
  sha256: Uint8Array<ArrayBuffer>;
  /** By run, in the order they were given; null: nothing of it could be read. */
  runs: (JoinedRun | null)[];
  /** Where a run held no sound though it went on: its computer slept. */
  holes: JoinedRun[];
};

/**
 * Lays the runs of one source on the clock of the call, none decoded: what lies between them is silence. However long it
 * is, a page is held at a time.
 * @param runs by their start
 * @param endMs length of the result; a run that ends later is not cut
 * @throws as the file system, or the signal's reason
 */
export async function joinRuns(
  output: string,
  runs: readonly RunFile[],
  endMs: number,
  signal: AbortSignal,
): Promise<Joined> {
  const writer = await openWriter(output, signal);
  const placed: Joined["runs"] = [];
  const holes: JoinedRun[] = [];
  try {
    for (const { file, startMs } of runs) {
      await writer.silenceTo(startMs * PER_MS);
      const from = writer.at();
      const start = Math.max(from, Math.round(startMs * PER_MS));
      const read = packetReader();
      let left = HEADERS;
      for await (const pages of pagesOf(file)) {
        for (const page of pages) {
          const packets = read(page);
          const sound = packets.slice(left);
          left = Math.max(0, left - packets.length);
          if (sound.length === 0) continue;
          const samples = sound.reduce((sum, packet) => sum + samplesOf(packet), 0);
          const here = start + granuleOf(page) - samples;
          if (here - writer.at() > HOLE_SAMPLES) {
            const fromMs = Math.round(writer.at() / PER_MS);
            await writer.silenceTo(here);
            holes.push({ fromMs, toMs: Math.round(writer.at() / PER_MS) });
          }
          for (const packet of sound) writer.add(packet);
        }
        await writer.flush();
      }
      const toMs = Math.round(writer.at() / PER_MS);
      placed.push(writer.at() > from ? { fromMs: Math.round(from / PER_MS), toMs } : null);
    }
    await writer.silenceTo(endMs * PER_MS);
    return { ...(await writer.end()), runs: placed, holes };
  } finally {
    await writer.close();
  }
}

async function openWriter(output: string, signal: AbortSignal) {
  const pages = oggPages();
  const hash = createHash("sha256");
  const file = await open(output, "w");
  let out: Buffer[] = [pages.head()];
  let held: Buffer[] = [];
  let heldSamples = 0;
  let heldBytes = 0;
  let outBytes = 0;
  let sizeBytes = 0;
  let at = 0;

  const endPage = (isLast: boolean): void => {
    if (held.length === 0) return;
    const page = pages.page(held, isLast);
    out.push(page);
    outBytes += page.length;
    [held, heldSamples, heldBytes] = [[], 0, 0];
  };
  const flush = async (): Promise<void> => {
    signal.throwIfAborted();
    const bytes = Buffer.concat(out);
    [out, outBytes] = [[], 0];
    hash.update(bytes);
    sizeBytes += bytes.length;
    await file.writeFile(bytes);
  };
  const add = (packet: Buffer): void => {
    const samples = samplesOf(packet);
    if (samples === 0 || packet.length > PAGE_BYTES) return;
    if (heldSamples >= PAGE_SAMPLES || heldBytes + packet.length > PAGE_BYTES) endPage(false);
    held.push(packet);
    heldSamples += samples;
    heldBytes += packet.length;
    at += samples;
  };
  return {
    at: () => at,
    add,
    flush: async () => {
      if (outBytes >= BLOCK_BYTES) await flush();
    },
    /** Whole packets of silence: never beyond `to`, so that what comes next is not late. */
    silenceTo: async (to: number) => {
      while (at + SILENCE <= to) {
        add(SILENT_PACKET);
        if (outBytes >= BLOCK_BYTES) await flush();
      }
    },
    end: async () => {
      endPage(true);
      await flush();
      const sha256 = new Uint8Array(hash.digest());
      return { durationMs: Math.round(at / PER_MS), sizeBytes, sha256 };
    },
    close: () => file.close(),
  };
}
