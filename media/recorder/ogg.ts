import { createReadStream } from "node:fs";

const HEAD = 27;
/** OpusHead and OpusTags. */
const HEADERS = 2;

/**
 * Sound packets of an Ogg/Opus file of ours, 20 ms each, without asking ffprobe: a page that was being
 * written when its encoder died is left out, as every reader leaves it out.
 */
export async function countPackets(file: string): Promise<number> {
  let packets = 0;
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    if (!Buffer.isBuffer(chunk)) continue;
    rest = Buffer.concat([rest, chunk]);
    let at = 0;
    for (;;) {
      const page = readPage(rest, at);
      if (page === "more") break;
      if (page === null) return Math.max(0, packets - HEADERS); // torn: nothing behind it can be placed
      packets += page.packets;
      at = page.end;
    }
    rest = rest.subarray(at);
  }
  return Math.max(0, packets - HEADERS);
}

/** The page at `at`: where it ends and how many packets end in it; null where there is none. */
function readPage(bytes: Buffer, at: number): { end: number; packets: number } | "more" | null {
  if (bytes.length < at + HEAD) return "more";
  if (bytes.toString("latin1", at, at + 4) !== "OggS") return null;
  const segments = bytes[at + 26] ?? 0;
  const body = at + HEAD + segments;
  if (bytes.length < body) return "more";
  let size = 0;
  let packets = 0;
  for (const lacing of bytes.subarray(at + HEAD, body)) {
    size += lacing;
    if (lacing < 255) packets++;
  }
  return bytes.length < body + size ? "more" : { end: body + size, packets };
}

/** Twenty milliseconds of digital silence (RFC 6716: 48 kHz, mono, CELT, silence flag set). */
const SILENT_PACKET = [0xf8, 0xff, 0xfe];
const PAGE_PACKETS = 10;
const PACKET_SAMPLES = 960;
/** As libopus sets it: files that are strung together must agree. */
const PRE_SKIP = 312;
const [FIRST_PAGE, LAST_PAGE] = [2, 4];

/** A file of silence, byte for byte the same every time, that can be strung together with ours. */
export function silentOgg(packets: number): Buffer {
  const head = Buffer.alloc(19);
  head.write("OpusHead", "latin1");
  head.set([1, 1], 8); // version, channels
  head.writeUInt16LE(PRE_SKIP, 10);
  head.writeUInt32LE(48_000, 12);
  const tags = Buffer.concat([Buffer.from("OpusTags"), Buffer.alloc(8)]);
  const pages = [oggPage([head], 0, 0, FIRST_PAGE), oggPage([tags], 0, 1, 0)];
  for (let done = 0; done < packets; ) {
    const count = Math.min(PAGE_PACKETS, packets - done);
    done += count;
    const bodies = Array.from({ length: count }, () => Buffer.from(SILENT_PACKET));
    const flags = done === packets ? LAST_PAGE : 0;
    pages.push(oggPage(bodies, done * PACKET_SAMPLES, pages.length, flags));
  }
  return Buffer.concat(pages);
}

/** @param packets shorter than 255 bytes each */
function oggPage(packets: Buffer[], granule: number, sequence: number, flags: number): Buffer {
  const page = Buffer.alloc(HEAD);
  page.write("OggS", "latin1");
  page.writeUInt8(flags, 5);
  page.writeBigInt64LE(BigInt(granule), 6);
  page.writeUInt32LE(1, 14); // serial
  page.writeUInt32LE(sequence, 18);
  page.writeUInt8(packets.length, 26);
  const lacing = Buffer.from(packets.map(({ length }) => length));
  const whole = Buffer.concat([page, lacing, ...packets]);
  whole.writeUInt32LE(oggCrc(whole), 22);
  return whole;
}

/** CRC-32 with the polynomial 0x04c11db7, not reflected, from zero (RFC 3533). */
function oggCrc(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return crc >>> 0;
}
