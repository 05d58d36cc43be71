import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { countPackets, HEADERS, packetReader, pagesOf, SILENT_PACKET } from "./ogg.ts";
import { OPUS_OGG } from "./sink.ts";
import { spliceOgg } from "./splice.ts";

const dir = mkdtempSync(join(tmpdir(), "parley-splice-"));
afterAll(() => rmSync(dir, { recursive: true }));

const { signal } = new AbortController();
const ffmpeg = (...args: string[]) => execFileSync("ffmpeg", ["-nostdin", "-v", "error", ...args]);
const noise = (name: string, seconds: number, ...options: string[]): string => {
  const file = join(dir, name);
  const source = `anoisesrc=d=${seconds}:r=48000:a=0.3:seed=7`;
  ffmpeg("-f", "lavfi", "-i", source, "-ac", "1", ...OPUS_OGG, ...options, file);
  return file;
};
const hashes = (packets: readonly Buffer[]): string[] =>
  packets.map((packet) => createHash("sha1").update(packet).digest("hex"));
const read = async (file: string): Promise<string[]> => {
  const all: string[] = [];
  const packetsOf = packetReader();
  for await (const pages of pagesOf(file)) all.push(...hashes(pages.flatMap(packetsOf)));
  return all.slice(HEADERS);
};
/** What ffmpeg's own reader finds: times and hashes of the packets. */
function framed(file: string): { pts: number; hash: string }[] {
  const said = execFileSync("ffprobe", [
    ...["-v", "error", "-show_packets", "-show_data_hash", "SHA160"],
    ...["-show_entries", "packet=pts,data_hash", file],
  ]).toString();
  return said
    .split("[/PACKET]")
    .slice(0, -1)
    .map((packet) => ({
      pts: Number(/^pts=(.*)$/m.exec(packet)?.[1]),
      hash: /^data_hash=\w+:(\w+)$/m.exec(packet)?.[1] ?? "",
    }));
}

test("packets keep their bytes and stand where the line says, with silence between", async () => {
  const [one, two] = [noise("one.ogg", 3), noise("two.ogg", 2)];
  const output = join(dir, "out.ogg");
  const line = [
    { file: one, from: 25, packets: 90, skip: 13, whole: 150 },
    { file: two, from: 200, packets: 100, skip: 0, whole: 100 },
  ];
  const made = await spliceOgg(output, line, 333, signal);
  const found = framed(output);
  const silence = hashes([SILENT_PACKET])[0] ?? "";
  const expected = Array<string>(333).fill(silence);
  expected.splice(25, 90, ...(await read(one)).slice(13, 103));
  expected.splice(200, 100, ...(await read(two)).slice(0, 100));
  expect(found.map(({ hash }) => hash)).toEqual(expected);
  // A reader leaves out what an encoder put before the sound.
  expect(found.map(({ pts }, at) => pts - at * 960)).toEqual(Array<number>(333).fill(-312));
  expect(made).toMatchObject({ packets: 333, sizeBytes: readFileSync(output).length });
  expect(Buffer.from(made.sha256).toString("hex")).toBe(
    createHash("sha256").update(readFileSync(output)).digest("hex"),
  );
  expect(await countPackets(output)).toBe(333);
});

/** As RFC 3533 §6 says it, bit by bit. */
function checksumOf(page: Buffer): number {
  let crc = 0;
  for (const byte of page) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return crc >>> 0;
}

test("every page has the checksum of its bytes, and one that was damaged has not", async () => {
  const file = noise("summed.ogg", 5);
  const bytes = readFileSync(file);
  bytes.writeUInt8((bytes[20_000] ?? 0) ^ 4, 20_000);
  writeFileSync(file, bytes);
  const output = join(dir, "summed-out.ogg");
  const line = [{ file, from: 13, packets: 200, skip: 20, whole: 251 }];
  await spliceOgg(output, line, 250, signal);
  const wrong: number[] = [];
  let count = 0;
  for await (const pages of pagesOf(output))
    for (const { bytes: all, at, end } of pages) {
      const page = Buffer.from(all.subarray(at, end));
      const said = page.readUInt32LE(22);
      page.writeUInt32LE(0, 22);
      if (checksumOf(page) !== said) wrong.push(count);
      count++;
    }
  expect(count).toBeGreaterThan(25);
  expect(wrong).toHaveLength(1);
});

test("a packet that goes on in the next page is one packet", async () => {
  const large = noise("large.ogg", 12, "-b:a", "256k", "-page_duration", "4000000");
  const bytes = readFileSync(large);
  let at = 0;
  let continued = 0;
  while ((at = bytes.indexOf("OggS", at)) >= 0) continued += (bytes[at++ + 5] ?? 0) & 1;
  expect(continued, "ffmpeg continues a packet").toBeGreaterThan(0);
  expect(await read(large)).toEqual(framed(large).map(({ hash }) => hash));
});

test("a file that lost packets since they were counted goes on in silence, and the clock is kept", async () => {
  const file = noise("short.ogg", 1);
  const all = await read(file);
  const torn = join(dir, "torn.ogg");
  const whole = readFileSync(file);
  writeFileSync(torn, whole.subarray(0, whole.length - 500));
  const output = join(dir, "kept.ogg");
  const line = [
    { file: torn, from: 0, packets: all.length, skip: 0, whole: all.length },
    { file, from: 60, packets: all.length, skip: 0, whole: all.length },
  ];
  expect(await countPackets(torn)).toBeLessThan(all.length);
  expect((await spliceOgg(output, line, 0, signal)).packets).toBe(60 + all.length);
  expect((await read(output)).slice(60)).toEqual(all);
});

test("packets are counted up to the first damage, wherever it is: what lies behind is a gap to be filled", async () => {
  const file = noise("long.ogg", 180);
  const bytes = readFileSync(file);
  const expected = (await read(file)).length;
  expect(bytes.length).toBeGreaterThan(600_000);
  expect(expected).toBeGreaterThan(9_000);
  const ends: Record<string, Buffer> = {
    whole: bytes,
    torn: bytes.subarray(0, bytes.length - 7_001),
    "inside a head": bytes.subarray(0, bytes.lastIndexOf("OggS") + 11),
    "damaged within": Buffer.concat([
      bytes.subarray(0, 300_000),
      Buffer.alloc(4_096),
      bytes.subarray(304_096),
    ]),
    "never written": Buffer.concat([bytes.subarray(0, bytes.length - 9_000), Buffer.alloc(9_000)]),
  };
  for (const [name, end] of Object.entries(ends)) {
    const other = join(dir, `end-${name}.ogg`);
    writeFileSync(other, end);
    expect(await countPackets(other), name).toBe((await read(other)).length);
  }
  expect(await countPackets(file)).toBe(expected);
  expect(await countPackets(join(dir, "end-damaged within.ogg"))).toBeLessThan(expected / 2);
  // Its numbers do not begin with its sound.
  const late = join(dir, "late.ogg");
  ffmpeg("-i", file, "-ss", "20", "-c", "copy", "-copyts", late);
  expect(await countPackets(late)).toBe((await read(late)).length);
});

test("nothing at all is a file of silence, and who gives up is heard", async () => {
  const output = join(dir, "none.ogg");
  expect((await spliceOgg(output, [], 125, signal)).packets).toBe(125);
  expect(framed(output)).toHaveLength(125);
  const gone = AbortSignal.abort(new Error("enough"));
  await expect(spliceOgg(output, [], 125, gone)).rejects.toThrow("enough");
});
