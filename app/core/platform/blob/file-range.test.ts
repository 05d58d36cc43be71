import { randomBytes } from "node:crypto";
import {
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { FileRange } from "./file-range.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-range-"));
const file = join(folder, "media");
const bytes = randomBytes(3_500_000);
writeFileSync(file, bytes);
afterAll(() => rmSync(folder, { recursive: true }));

/** Takes bytes as slowly as a phone; keeps copies, as the kernel does. */
function reader({ goesAfter = Infinity } = {}) {
  const taken: Buffer[] = [];
  const target = new Writable({
    write(chunk: Buffer, _encoding, done) {
      taken.push(Buffer.from(chunk));
      if (taken.length >= goesAfter) target.destroy();
      else setTimeout(done, 2);
    },
  });
  return { target, all: () => Buffer.concat(taken) };
}
const isOpen = (): boolean =>
  readdirSync("/proc/self/fd").some((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === file;
    } catch {
      return false;
    }
  });

const closed = () => expect.poll(isOpen, { interval: 10 }).toBe(false);

test("many readers at once each get their own bytes out of the shared buffers", async () => {
  const from = Array.from({ length: 12 }, (_, n) => n * 100_003);
  await Promise.all(
    from.map(async (start) => {
      const { target, all } = reader();
      await (await FileRange.of(file, start, start + 1_200_000)).sendTo(target);
      expect(all().equals(bytes.subarray(start, start + 1_200_001))).toBe(true);
    }),
  );
  await closed();
});

test("as a stream it gives the same bytes", async () => {
  const got = await buffer(await FileRange.of(file, 1_000_000, 3_499_999));
  expect(got.equals(bytes.subarray(1_000_000))).toBe(true);
});

test("a reader who goes away ends the sending and leaves no file open", async () => {
  const { target } = reader({ goesAfter: 1 });
  const range = await FileRange.of(file, 0, 3_499_999);
  await expect(range.sendTo(target)).rejects.toThrow("gone");
  await closed();
});

test("destroyed in the middle of a read it closes its file once", async () => {
  const { target } = reader();
  const range = await FileRange.of(file, 0, 3_499_999);
  const sending = range.sendTo(target);
  range.destroy();
  await expect(sending).rejects.toThrow("gone");
  await closed();
});

test("a file that is shorter than its row says is an error, not a short answer", async () => {
  const short = join(folder, "short");
  writeFileSync(short, bytes.subarray(0, 10));
  truncateSync(short, 5);
  const { target } = reader();
  await expect((await FileRange.of(short, 0, 9)).sendTo(target)).rejects.toThrow("shorter");
});
