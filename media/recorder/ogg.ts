import { createReadStream } from "node:fs";

const HEAD = 27;
/** OpusHead and OpusTags. */
const HEADERS = 2;
/** Read and written at a time. */
export const BLOCK_BYTES = 1 << 20;

/**
 * Sound packets of an Ogg/Opus file of ours, 20 ms each, without asking ffprobe: a page that was being
 * written when its encoder died is left out, as every reader leaves it out.
 */
export async function countPackets(file: string): Promise<number> {
  let packets = 0;
  for await (const pages of pagesOf(file)) for (const page of pages) packets += page.packets;
  return Math.max(0, packets - HEADERS);
}

/**
 * The sound packets themselves, in order, a block of the file at a time.
 * @param skip so many are left out at the start
 */
export async function* packetsOf(file: string, skip = 0): AsyncGenerator<Buffer[]> {
  let left = HEADERS + skip;
  let begun: Buffer[] = []; // a packet may go on in the next page
  for await (const pages of pagesOf(file)) {
    const packets: Buffer[] = [];
    for (const { bytes, lacing, body } of pages) {
      let from = body;
      let to = body;
      for (const size of lacing) {
        to += size;
        if (size === 255) continue;
        const end = bytes.subarray(from, to);
        const packet = begun.length > 0 ? Buffer.concat([...begun, end]) : end;
        if (begun.length > 0) begun = [];
        from = to;
        if (left > 0) left--;
        else packets.push(packet);
      }
      if (to > from) begun.push(Buffer.from(bytes.subarray(from, to)));
    }
    if (packets.length > 0) yield packets;
  }
}

/** `bytes` holds it and its neighbours; `lacing`: sizes of its segments (RFC 3533 §6). */
type Page = { bytes: Buffer; lacing: Buffer; body: number; end: number; packets: number };

/** Whole pages in order, up to the first that is torn: nothing behind it can be placed. */
async function* pagesOf(file: string): AsyncGenerator<Page[]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { highWaterMark: BLOCK_BYTES })) {
    if (!Buffer.isBuffer(chunk)) continue;
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const pages: Page[] = [];
    let at = 0;
    for (;;) {
      const page = readPage(bytes, at);
      if (page === "more") break;
      if (page === null) {
        yield pages;
        return;
      }
      pages.push(page);
      at = page.end;
    }
    yield pages;
    rest = bytes.subarray(at);
  }
}

const CAPTURE = Buffer.from("OggS", "latin1").readUInt32BE();

function readPage(bytes: Buffer, at: number): Page | "more" | null {
  if (bytes.length < at + HEAD) return "more";
  if (bytes.readUInt32BE(at) !== CAPTURE) return null;
  const body = at + HEAD + (bytes[at + 26] ?? 0);
  if (bytes.length < body) return "more";
  const lacing = bytes.subarray(at + HEAD, body);
  let end = body;
  let packets = 0;
  for (const size of lacing) {
    end += size;
    if (size < 255) packets++;
  }
  return bytes.length < end ? "more" : { bytes, lacing, body, end, packets };
}

/** Twenty milliseconds of digital silence (RFC 6716: 48 kHz, mono, CELT, silence flag set). */
export const SILENT_PACKET = Buffer.from([0xf8, 0xff, 0xfe]);
export const PAGE_PACKETS = 10;
const PACKET_SAMPLES = 960;
/** As libopus sets it: files that are strung together must agree. */
const PRE_SKIP = 312;
const [FIRST_PAGE, LAST_PAGE] = [2, 4];

export type OggPages = {
  /** What every file of ours begins with. */
  head: () => Buffer;
  /** @param packets the next ones, `PAGE_PACKETS` or, at the end, fewer */
  page: (packets: readonly Uint8Array[], isLast: boolean) => Buffer;
};

/** Pages of one file, which know how many packets were before them. */
export function oggPages(): OggPages {
  let sequence = 0;
  let packets = 0;
  const page = (bodies: readonly Uint8Array[], flags: number) =>
    oggPage(bodies, packets * PACKET_SAMPLES, sequence++, flags);
  return {
    head() {
      const head = Buffer.alloc(19);
      head.write("OpusHead", "latin1");
      head.set([1, 1], 8); // version, channels
      head.writeUInt16LE(PRE_SKIP, 10);
      head.writeUInt32LE(48_000, 12);
      const tags = Buffer.concat([Buffer.from("OpusTags"), Buffer.alloc(8)]);
      return Buffer.concat([page([head], FIRST_PAGE), page([tags], 0)]);
    },
    page(bodies, isLast) {
      packets += bodies.length;
      return page(bodies, isLast ? LAST_PAGE : 0);
    },
  };
}

/** A file of silence, byte for byte the same every time, that can be strung together with ours. */
export function silentOgg(packets: number): Buffer {
  const pages = oggPages();
  const out = [pages.head()];
  for (let done = 0; done < packets; ) {
    const count = Math.min(PAGE_PACKETS, packets - done);
    done += count;
    out.push(pages.page(Array<Buffer>(count).fill(SILENT_PACKET), done === packets));
  }
  return Buffer.concat(out);
}

/** @param packets together under 255 segments of 255 bytes */
function oggPage(
  packets: readonly Uint8Array[],
  granule: number,
  sequence: number,
  flags: number,
): Buffer {
  let segments = 0;
  let size = 0;
  for (const { length } of packets) {
    segments += Math.floor(length / 255) + 1;
    size += length;
  }
  const page = Buffer.allocUnsafe(HEAD + segments + size);
  page.fill(0, 0, HEAD);
  page.writeUInt32BE(CAPTURE, 0);
  page.writeUInt8(flags, 5);
  page.writeUInt32LE(granule % 2 ** 32, 6);
  page.writeUInt32LE(Math.floor(granule / 2 ** 32), 10);
  page.writeUInt32LE(1, 14); // serial
  page.writeUInt32LE(sequence, 18);
  page.writeUInt8(segments, 26);
  let lace = HEAD;
  let at = HEAD + segments;
  for (const packet of packets) {
    for (let left = packet.length; left >= 255; left -= 255) page[lace++] = 255;
    page[lace++] = packet.length % 255;
    page.set(packet, at);
    at += packet.length;
  }
  page.writeUInt32LE(oggCrc(page), 22);
  return page;
}

/** By byte, of the polynomial 0x04c11db7, not reflected (RFC 3533 §6). */
const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc;
});

function oggCrc(bytes: Uint8Array): number {
  let crc = 0;
  for (let at = 0; at < bytes.length; at++)
    crc = (crc << 8) ^ (CRC[(crc >>> 24) ^ (bytes[at] ?? 0)] ?? 0);
  return crc >>> 0;
}
