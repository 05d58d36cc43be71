import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { encodePcmBlock, type PcmBlock } from "#media/recorder/pcm-block.ts";
import { openPcmFeed } from "#media/recorder/pcm-feed.ts";
import { closeOf, type Sockets, watchSockets } from "#tests/support/sockets.ts";
import { openPcmSocket, type PcmSocket } from "./pcm-socket.ts";

let dir = "";
let socket: PcmSocket | null = null;
let made: Sockets;
const heard: PcmBlock[] = [];
const path = () => join(dir, "pcm.sock");
beforeEach(() => {
  made = watchSockets();
  dir = mkdtempSync(join(tmpdir(), "parley-pcm-"));
  heard.length = 0;
});
afterEach(async () => {
  await socket?.close();
  socket = null;
  made.stop();
  rmSync(dir, { recursive: true, force: true });
});
const open = async () => (socket = await openPcmSocket(path(), (block) => heard.push(block)));
const pcm = (value: number) => new Int16Array(1_600).fill(value);
const noDrop = (): void => undefined;

test("a recorder's blocks arrive whole, and only this user may send", async () => {
  writeFileSync(path(), "left over from a worker that was killed");
  await open();
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  const feed = openPcmFeed(path(), noDrop);
  for (let n = 0; n < 50; n++) feed.offer("rep:1:a/microphone", n * 100, pcm(n));
  await expect.poll(() => heard.length).toBe(50);
  await feed.end();
  await socket?.idle(2_000);
  expect(heard.map(({ startMs }) => startMs)).toEqual(
    Array.from({ length: 50 }, (_, n) => n * 100),
  );
  expect(heard[7]?.pcm[9]).toBe(7);
});

test("a recorder goes on with the next worker where the last one stopped", async () => {
  const feed = openPcmFeed(path(), noDrop);
  feed.offer("a/microphone", 0, pcm(1));
  await closeOf(made.opened); // nobody is there yet
  await open();
  await expect.poll(() => heard.length).toBe(1);
  await feed.end();
});

test("of two recorders that feed one track the one that came last counts", async () => {
  await open();
  const old = openPcmFeed(path(), noDrop);
  old.offer("a/microphone", 0, pcm(1));
  await expect.poll(() => heard.length).toBe(1);
  const next = openPcmFeed(path(), noDrop);
  next.offer("a/microphone", 100, pcm(2));
  await expect.poll(() => heard.length).toBe(2);
  old.offer("a/microphone", 200, pcm(1));
  old.offer("b/microphone", 200, pcm(1));
  next.offer("a/microphone", 200, pcm(2));
  await expect.poll(() => heard.length).toBe(4);
  expect(heard.filter(({ id }) => id === "a/microphone").map((block) => block.pcm[0])).toEqual([
    1, 2, 2,
  ]);
  await Promise.all([old.end(), next.end()]);
});

test("one that came back after its successor, and then ended, does not silence that for good", async () => {
  await open();
  const next = openPcmFeed(path(), noDrop);
  next.offer("a/microphone", 0, pcm(2));
  await expect.poll(() => heard.length).toBe(1);
  const old = openPcmFeed(path(), noDrop); // it lives on from the worker before, and found this one late
  old.offer("a/microphone", 100, pcm(1));
  await expect.poll(() => heard.length).toBe(2);
  const isGone = closeOf(made.taken);
  await old.end();
  await isGone;
  next.offer("a/microphone", 200, pcm(2));
  await expect.poll(() => heard.map((block) => block.pcm[0])).toEqual([2, 1, 2]);
  await next.end();
});

test("a stranger that sends something else is cut off, and harms nobody", async () => {
  await open();
  const stranger = connect(path());
  const isClosed = new Promise((done) => stranger.once("close", done));
  stranger.on("error", () => undefined);
  stranger.write(Buffer.alloc(64, 0xff));
  await isClosed;
  const feed = openPcmFeed(path(), noDrop);
  feed.offer("a/microphone", 0, pcm(1));
  await expect.poll(() => heard.length).toBe(1);
  await feed.end();
  expect(encodePcmBlock({ id: "a", startMs: 0, pcm: pcm(0) }).length).toBeGreaterThan(3_200);
});
