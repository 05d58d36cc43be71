import { createReadStream } from "node:fs";

const HEAD = 27;
/** OpusHead and OpusTags. */
export const HEADERS = 2;
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
 * From `at` to `end` of `bytes`, which holds its neighbours too and is the reader's own; `lacing`: sizes of its
 * segments (RFC 3533 §6); `packets` end in it.
 */
export type Page = {
  bytes: Buffer;
  at: number;
  lacing: Buffer;
  body: number;
  end: number;
  packets: number;
};

/** Reads packets page after page. @returns what gives those that end in a page */
export function packetReader(): (page: Page) => Buffer[] {
  let begun: Buffer[] = []; // a packet may go on in the next page
  return ({ bytes, lacing, body }) => {
    const packets: Buffer[] = [];
    let from = body;
    let to = body;
    for (const size of lacing) {
      to += size;
      if (size === 255) continue;
      packets.push(Buffer.concat([...begun, bytes.subarray(from, to)]));
      begun = [];
      from = to;
    }
    if (to > from) begun.push(Buffer.from(bytes.subarray(from, to)));
    return packets;
  };
}

const CONTINUED = 1;
/** No packet goes on from the page before, or into the next one. */
export const isClosed = ({ bytes, at, lacing }: Page): boolean =>
  ((bytes[at + 5] ?? 0) & CONTINUED) === 0 && (lacing.at(-1) ?? 0) < 255;

/** Whole pages in order, a block of the file at a time, up to the first that is torn: nothing behind it can be placed. */
export async function* pagesOf(file: string): AsyncGenerator<Page[]> {
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
  return bytes.length < end ? "more" : { bytes, at, lacing, body, end, packets };
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
  /** @param packets the next ones, at most `PAGE_PACKETS` */
  page: (packets: readonly Uint8Array[], isLast: boolean) => Buffer;
  /** Makes a closed page of another file the next one of this, where it lies. */
  adopt: (page: Page, isLast: boolean) => void;
};

/** Pages of one file, which know how many packets were before them. */
export function oggPages(): OggPages {
  let sequence = 0;
  let packets = 0;
  const page = (bodies: readonly Uint8Array[], flags: number) => {
    const whole = oggPage(bodies);
    stamp(whole, flags);
    return whole;
  };
  const stamp = (whole: Buffer, flags: number) => {
    const granule = packets * PACKET_SAMPLES;
    whole.writeUInt8(flags, 5);
    whole.writeUInt32LE(granule % 2 ** 32, 6);
    whole.writeUInt32LE(Math.floor(granule / 2 ** 32), 10);
    whole.writeUInt32LE(1, 14); // serial
    whole.writeUInt32LE(sequence++, 18);
    whole.writeUInt32LE(0, 22);
    whole.writeUInt32LE(oggCrc(whole), 22);
  };
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
    adopt({ bytes, at, end, packets: count }, isLast) {
      packets += count;
      stamp(bytes.subarray(at, end), isLast ? LAST_PAGE : 0);
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

/** A page without its numbers. @param packets together under 255 segments of 255 bytes */
function oggPage(packets: readonly Uint8Array[]): Buffer {
  const lacing = packets.flatMap(({ length }) => [
    ...Array<number>(Math.floor(length / 255)).fill(255),
    length % 255,
  ]);
  const head = Buffer.alloc(HEAD);
  head.writeUInt32BE(CAPTURE, 0);
  head.writeUInt8(lacing.length, 26);
  return Buffer.concat([head, Buffer.from(lacing), ...packets]);
}

/** CRC-32 of the polynomial 0x04c11db7, not reflected, from zero (RFC 3533 §6): of each byte. */
const BYTE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc;
});
const behindZero = (table: Uint32Array): Uint32Array =>
  table.map((crc) => (crc << 8) ^ (BYTE[crc >>> 24] ?? 0));
const BYTE_1 = behindZero(BYTE);
const BYTE_2 = behindZero(BYTE_1);
const BYTE_3 = behindZero(BYTE_2);

/** Four bytes at a time: an hour of a call is 17 MB. */
function oggCrc(bytes: Buffer): number {
  let crc = 0;
  let at = 0;
  for (; at + 4 <= bytes.length; at += 4) {
    const x = crc ^ bytes.readInt32BE(at);
    crc =
      (BYTE_3[x >>> 24] ?? 0) ^
      (BYTE_2[(x >>> 16) & 255] ?? 0) ^
      (BYTE_1[(x >>> 8) & 255] ?? 0) ^
      (BYTE[x & 255] ?? 0);
  }
  for (; at < bytes.length; at++) crc = (crc << 8) ^ (BYTE[(crc >>> 24) ^ (bytes[at] ?? 0)] ?? 0);
  return crc >>> 0;
}
