import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeOf, type Sockets, watchSockets } from "#tests/support/sockets.ts";
import { encodePcmBlock, type PcmBlock, PcmBlockReader } from "./pcm-block.ts";
import { openPcmFeed } from "./pcm-feed.ts";

let dir: string;
let path: string;
let server: Server | null;
let made: Sockets;
const sockets = new Set<Socket>();
beforeEach(() => {
  made = watchSockets();
  dir = mkdtempSync(join(tmpdir(), "parley-feed-"));
  path = join(dir, "pcm.sock");
  server = null;
});
afterEach(() => {
  made.stop();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  server?.close();
  rmSync(dir, { recursive: true, force: true });
});

function listen(onBlock: (block: PcmBlock) => void): Promise<void> {
  server = createServer((socket) => {
    sockets.add(socket);
    const reader = new PcmBlockReader();
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => reader.push(chunk).forEach(onBlock));
  });
  const listening = server;
  return new Promise((resolve) => listening.listen(path, resolve));
}

const sound = (value: number) => new Int16Array(1600).fill(value);

test("blocks arrive as they were given, in order, cut anywhere", () => {
  const blocks: PcmBlock[] = [
    { id: "rep:a:b/microphone", startMs: 12.5, pcm: Int16Array.of(1, -2, 32_767) },
    { id: "é/coach", startMs: 3_600_000.25, pcm: sound(7) },
  ];
  const bytes = Buffer.concat(blocks.map(encodePcmBlock));
  for (const size of [1, 5, 13, 4096]) {
    const reader = new PcmBlockReader();
    const out: PcmBlock[] = [];
    for (let at = 0; at < bytes.length; at += size)
      out.push(...reader.push(bytes.subarray(at, at + size)));
    expect(out).toEqual(blocks);
  }
  expect(() => new PcmBlockReader().push(Buffer.alloc(20, 0xff))).toThrow("no stream");
});

test("it waits for the recogniser, and finds it again when that comes back", async () => {
  const drops: unknown[] = [];
  const got: number[] = [];
  const feed = openPcmFeed(path, (...drop) => drops.push(drop));
  for (let n = 0; n < 10; n++) feed.offer("a/microphone", n * 100, sound(n));
  await listen(({ startMs }) => got.push(startMs));
  await expect.poll(() => got.length).toBe(10);
  for (const socket of sockets) socket.destroy();
  await closeOf(made.opened);
  feed.offer("a/microphone", 1000, sound(10));
  await expect.poll(() => got.at(-1)).toBe(1000);
  await feed.end();
  expect(got).toEqual(Array.from({ length: 11 }, (_, n) => n * 100));
  expect(drops).toEqual([]);
});

test("above ten seconds the oldest goes, and the hole is told once, per track", async () => {
  const drops: [string, number, number][] = [];
  const feed = openPcmFeed(path, (...drop) => drops.push(drop));
  for (let n = 0; n < 130; n++) {
    feed.offer("a/microphone", n * 100, sound(n));
    if (n < 20) feed.offer("b/microphone", n * 100, sound(n));
  }
  expect(drops).toEqual([]);
  const got: PcmBlock[] = [];
  await listen((block) => got.push(block));
  await expect.poll(() => got.length).toBe(100);
  feed.offer("b/microphone", 13_000, sound(1));
  await expect.poll(() => got.length).toBe(101);
  await feed.end();
  expect(got[0]?.startMs).toBe(3000);
  expect(drops).toEqual([
    ["a/microphone", 0, 3000],
    ["b/microphone", 0, 2000],
  ]);
});

test("without anybody there the end tells what nobody heard", async () => {
  const drops: unknown[] = [];
  const feed = openPcmFeed(path, (...drop) => drops.push(drop));
  feed.offer("a/microphone", 0, sound(1));
  await feed.end();
  expect(drops).toEqual([["a/microphone", 0, 100]]);

  const none = openPcmFeed("", () => expect.unreachable());
  none.offer("a/microphone", 0, sound(1));
  await none.end();
});
