import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { Placed } from "./concat.ts";
import {
  BLOCK_BYTES,
  HEADERS,
  isClosed,
  oggPages,
  packetReader,
  type Page,
  PAGE_PACKETS,
  pagesOf,
  SILENT_PACKET,
} from "./ogg.ts";

type Run = { bytes: Buffer; from: number; to: number };
export type Spliced = { packets: number; sizeBytes: number; sha256: Uint8Array<ArrayBuffer> };

/**
 * Writes one file from the packets of others, none decoded: what lies nowhere is silence. Each byte is read once and
 * written once, since somebody waits for an hour of it.
 * @param line from `placeParts`, its files as paths; a file that has lost packets since goes on in silence
 * @param packets length of the result; parts that end later are not cut
 * @throws as the file system, or the signal's reason
 */
export async function spliceOgg(
  output: string,
  line: readonly Placed[],
  packets: number,
  signal: AbortSignal,
): Promise<Spliced> {
  const end = Math.max(packets, ...line.map((part) => part.from + part.packets));
  const pages = oggPages();
  const hash = createHash("sha256");
  const file = await open(output, "w");
  let runs: Run[] = [];
  let heldBytes = 0;
  let sizeBytes = 0;
  let done = 0;
  let held: Buffer[] = [];

  const flush = async (): Promise<void> => {
    const full = runs;
    runs = [];
    heldBytes = 0;
    for (const { bytes, from, to } of full) {
      const part = bytes.subarray(from, to);
      signal.throwIfAborted();
      const writing = file.writeFile(part);
      hash.update(part);
      sizeBytes += part.length;
      await writing;
    }
  };
  /** Pages that lie one behind the other are written as one. */
  const put = (bytes: Buffer, from = 0, to = bytes.length): void => {
    const last = runs.at(-1);
    if (last?.bytes === bytes && last.to === from) last.to = to;
    else runs.push({ bytes, from, to });
    heldBytes += to - from;
  };
  const endPage = (): void => {
    if (held.length > 0) put(pages.page(held, done === end));
    held = [];
  };
  const add = (packet: Buffer): void => {
    held.push(packet);
    done++;
    if (held.length === PAGE_PACKETS || done === end) endPage();
  };
  const adopt = (page: Page): void => {
    endPage();
    done += page.packets;
    pages.adopt(page, done === end);
    put(page.bytes, page.at, page.end);
  };
  const silenceTo = async (to: number): Promise<void> => {
    while (done < to) {
      add(SILENT_PACKET);
      if (heldBytes >= BLOCK_BYTES) await flush();
    }
  };
  const copy = async ({ file: from, skip, packets: count }: Placed): Promise<void> => {
    const to = done + count;
    const read = packetReader();
    let left = HEADERS + skip;
    for await (const found of pagesOf(from)) {
      for (const page of found) {
        if (left === 0 && isClosed(page) && done + page.packets <= to) adopt(page);
        else {
          const packets = read(page);
          for (const packet of packets.slice(left)) if (done < to) add(packet);
          left = Math.max(0, left - packets.length);
        }
        if (done === to) break;
      }
      await flush(); // the pages hold no longer
      if (done === to) return;
    }
    await silenceTo(to);
  };

  try {
    put(pages.head());
    for (const part of line) {
      await silenceTo(part.from);
      await copy(part);
    }
    await silenceTo(end);
    await flush();
  } finally {
    await file.close();
  }
  return { packets: end, sizeBytes, sha256: new Uint8Array(hash.digest()) };
}
