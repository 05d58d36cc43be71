import { type FileHandle, open } from "node:fs/promises";

const HEAD = 27;
/** Its place in the head. */
const CHECKSUM = 22;
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
 * From `at` to `end` of `bytes`, which holds its neighbours too and is the reader's own; before `body` stand the sizes
 * of its segments (RFC 3533 §6); `packets` end in it.
 */
export type Page = { bytes: Buffer; at: number; body: number; end: number; packets: number };

/** Where a page ends on its own file's clock, in samples at 48 kHz. */
export const granuleOf = ({ bytes, at }: Page): number =>
  bytes.readUInt32LE(at + 6) + bytes.readInt32LE(at + 10) * 2 ** 32;

/** Reads packets page after page. @returns what gives those that end in a page */
export function packetReader(): (page: Page) => Buffer[] {
  let begun: Buffer[] = []; // a packet may go on in the next page
  return ({ bytes, at, body }) => {
    const packets: Buffer[] = [];
    let from = body;
    let to = body;
    for (const size of bytes.subarray(at + HEAD, body)) {
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
export const isClosed = ({ bytes, at, body }: Page): boolean =>
  ((bytes[at + 5] ?? 0) & CONTINUED) === 0 && (bytes[body - 1] ?? 0) < 255;

/** A page is no longer (RFC 3533 §6); what a block leaves of one goes before the next block. */
const LONGEST_PAGE = HEAD + 255 + 255 * 255;

/**
 * Whole pages in order, a block of the file at a time, up to the first that is torn: nothing behind it can be placed.
 * Two buffers take turns, since fresh memory takes longer than the file, and the next block is read meanwhile: pages
 * hold until the next ones are asked for.
 */
export async function* pagesOf(path: string): AsyncGenerator<Page[]> {
  const file = await open(path, "r");
  try {
    let free = Buffer.allocUnsafeSlow(LONGEST_PAGE + BLOCK_BYTES);
    let rest: Buffer = Buffer.alloc(0);
    let reading = readAhead(file, Buffer.allocUnsafeSlow(free.length));
    for (;;) {
      const { bytesRead, buffer } = await reading;
      if (bytesRead === 0) return;
      const from = LONGEST_PAGE - rest.copy(buffer, LONGEST_PAGE - rest.length);
      const block = buffer.subarray(from, LONGEST_PAGE + bytesRead);
      reading = readAhead(file, free);
      free = buffer;
      const { pages, end, isTorn } = readBlock(block);
      yield pages;
      if (isTorn) return;
      rest = block.subarray(end);
    }
  } finally {
    await file.close();
  }
}

function readAhead(file: FileHandle, buffer: Buffer<ArrayBuffer>) {
  const reading = file.read(buffer, LONGEST_PAGE, BLOCK_BYTES);
  reading.catch(() => undefined); // thrown where it is waited for, if it still is
  return reading;
}

function readBlock(bytes: Buffer): { pages: Page[]; end: number; isTorn: boolean } {
  const pages: Page[] = [];
  for (let end = 0; ; ) {
    const page = readPage(bytes, end);
    if (page === "more" || page === null) return { pages, end, isTorn: page === null };
    pages.push(page);
    end = page.end;
  }
}

const CAPTURE = Buffer.from("OggS", "latin1").readUInt32BE();

function readPage(bytes: Buffer, at: number): Page | "more" | null {
  if (bytes.length < at + HEAD) return "more";
  if (bytes.readUInt32BE(at) !== CAPTURE) return null;
  const body = at + HEAD + (bytes[at + 26] ?? 0);
  if (bytes.length < body) return "more";
  let end = body;
  let packets = 0;
  for (let n = at + HEAD; n < body; n++) {
    const size = bytes[n] ?? 0;
    end += size;
    if (size < 255) packets++;
  }
  return bytes.length < end ? "more" : { bytes, at, body, end, packets };
}

/** Frames of a packet's first byte by its configuration, in samples at 48 kHz (RFC 6716 §3.1). */
const FRAMES = [
  ...[480, 960, 1920, 2880, 480, 960, 1920, 2880, 480, 960, 1920, 2880, 480, 960, 480, 960],
  ...[120, 240, 480, 960, 120, 240, 480, 960, 120, 240, 480, 960, 120, 240, 480, 960],
];

/** How much sound an Opus packet holds, in samples at 48 kHz; 0 for one that cannot be read. */
export function samplesOf(packet: Uint8Array): number {
  const head = packet[0];
  if (head === undefined) return 0;
  const frame = FRAMES[head >> 3] ?? 0;
  const code = head & 3;
  if (code === 0) return frame;
  return code < 3 ? 2 * frame : ((packet[1] ?? 0) & 63) * frame;
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

/** Pages of one file, which know how much sound was before them. */
export function oggPages(): OggPages {
  let sequence = 0;
  let samples = 0;
  const page = (bodies: readonly Uint8Array[], flags: number) => {
    const whole = oggPage(bodies);
    stamp(whole, 0, flags);
    whole.writeUInt32LE(oggCrc(whole), CHECKSUM);
    return whole;
  };
  const stamp = (bytes: Buffer, at: number, flags: number) => {
    const granule = samples;
    bytes.writeUInt8(flags, at + 5);
    bytes.writeUInt32LE(granule % 2 ** 32, at + 6);
    bytes.writeUInt32LE(Math.floor(granule / 2 ** 32), at + 10);
    bytes.writeUInt32LE(1, at + 14); // serial
    bytes.writeUInt32LE(sequence++, at + 18);
    bytes.writeUInt32LE(0, at + CHECKSUM);
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
      for (const body of bodies) samples += samplesOf(body);
      return page(bodies, isLast ? LAST_PAGE : 0);
    },
    adopt({ bytes, at, end, packets: count }, isLast) {
      samples += count * PACKET_SAMPLES;
      const checksum = bytes.readUInt32LE(at + CHECKSUM);
      bytes.writeUInt32LE(0, at + CHECKSUM);
      const before = oggCrc(bytes.subarray(at, at + HEAD));
      stamp(bytes, at, isLast ? LAST_PAGE : 0);
      const change = before ^ oggCrc(bytes.subarray(at, at + HEAD));
      const changed = checksum ^ behindZeros(change, end - at - HEAD);
      bytes.writeUInt32LE(changed >>> 0, at + CHECKSUM);
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

/** The polynomial of the CRC-32 of Ogg, not reflected, from zero (RFC 3533 §6). */
const POLYNOMIAL = 0x04c11db7;
const timesX = (crc: number): number => (crc < 0 ? (crc << 1) ^ POLYNOMIAL : crc << 1);
const eightTimes = (crc: number): number => {
  let out = crc;
  for (let bit = 0; bit < 8; bit++) out = timesX(out);
  return out;
};
const OF_BYTE = Int32Array.from({ length: 256 }, (_, byte) => eightTimes(byte << 24));

function oggCrc(bytes: Uint8Array): number {
  let crc = 0;
  for (let at = 0; at < bytes.length; at++)
    crc = (crc << 8) ^ (OF_BYTE[(crc >>> 24) ^ (bytes[at] ?? 0)] ?? 0);
  return crc >>> 0;
}

/** x to the power of eight times its index, modulo the polynomial. */
const POWERS = [1];

/**
 * The CRC of what has this one, with so many zero bytes behind it: their product with a power of x. The CRC of two pages
 * that differ in their heads differs by that of the difference, so an hour of sound is not summed up again, and a page
 * that has rotted on the disk is still known by its checksum.
 */
function behindZeros(crc: number, zeros: number): number {
  while (POWERS.length <= zeros) POWERS.push(eightTimes(POWERS.at(-1) ?? 1));
  const power = POWERS[zeros] ?? 1;
  let product = 0;
  for (let bit = 31; bit >= 0; bit--) product = timesX(product) ^ ((power >>> bit) & 1 ? crc : 0);
  return product;
}
