import { readdir } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDecoderPool, type DecoderPool } from "./decoder-pool.ts";
import { speak } from "./flite.ts";
import { prepareModel } from "./model-files.ts";
import { findPrograms, type ModelFiles } from "./pocketsphinx.ts";
import { openWorkbench, report } from "./test-tools.ts";

const TEXT = "the price is fine and that works for me";
const SECOND = 16_000;

const { missing } = await findPrograms({ searchPath: process.env["PATH"] ?? "", tmpDir: "/tmp" });
if (missing.length > 0)
  report("decoder pool skipped, not installed", { missing: missing.join(" ") });

describe.skipIf(missing.length > 0)("decoders of voices", () => {
  let bench: Awaited<ReturnType<typeof openWorkbench>>;
  let pool: DecoderPool;
  let base: ModelFiles;
  let pcm: Int16Array;
  const { signal } = new AbortController();
  beforeEach(async () => {
    bench = await openWorkbench(process.env["PATH"] ?? "");
    const { programs } = bench.engines;
    pool = createDecoderPool(programs, { size: 3 });
    base = await prepareModel(programs, bench.dir, [], signal);
    pcm = await speak(programs, TEXT, "slt");
  });
  afterEach(async () => {
    await pool.close();
    await bench.close();
  });
  const follow = (voice: string, sample?: Int16Array) => pool.follow(base, voice, sample, signal);

  it("each voice keeps its own, which follows it once it has heard enough of it", async () => {
    await Promise.all([pool.reserve(base, "anna", signal), pool.reserve(base, "bo", signal)]);
    expect(pool.pids()).toHaveLength(2);
    expect(await follow("anna")).toBeUndefined();
    await pool.decode(base, pcm.subarray(0, SECOND), signal, "anna");
    expect(await follow("anna")).toBeUndefined();
    await pool.decode(base, pcm, signal, "anna");
    expect(await follow("bo")).toBeUndefined();
    const stream = await follow("anna");
    for (let at = 0; at < pcm.length; at += 1_600) stream?.push(pcm.subarray(at, at + 1_600));
    const words = await stream?.end();
    expect(words?.map(({ text }) => text).join(" ")).toContain("that works for me");
    expect(words?.at(-1)?.endMs).toBeLessThanOrEqual(pcm.length / 16);
    expect(pool.pids()).toHaveLength(2);
  });

  it("one that heard somebody else is given a sample first, and what it hears of it is nobody's", async () => {
    await pool.decode(base, pcm, signal, "anna");
    const stream = await follow("bo", pcm.subarray(0, 2 * SECOND));
    stream?.push(pcm);
    const words = await stream?.end();
    expect(words?.map(({ text }) => text).join(" ")).toContain("that works for me");
    expect(words?.length).toBeLessThanOrEqual(TEXT.split(" ").length + 1);
  });

  it("a piece that is not followed finds a decoder while others are", async () => {
    const streams = await Promise.all(
      ["anna", "bo", "cleo"].map((voice) => follow(voice, pcm.subarray(0, 2 * SECOND))),
    );
    expect(streams.filter(Boolean)).toHaveLength(2);
    const heard = await pool.decode(base, pcm, signal, "cleo");
    expect(heard.length).toBeGreaterThan(5);
    for (const stream of streams) stream?.push(pcm.subarray(0, SECOND));
    for (const stream of streams) await stream?.end();
    expect(pool.pids()).toHaveLength(3);
  });

  it("who finds all at work waits for them, and starts no other", async () => {
    await pool.close();
    pool = createDecoderPool(bench.engines.programs, { size: 16, concurrency: 2 });
    const reserving = ["anna", "bo"].map((voice) => pool.reserve(base, voice, signal));
    const many = Array.from({ length: 6 }, (_, n) =>
      pool.decode(base, pcm, signal, ["anna", "bo", `guest ${n}`][n % 3]),
    );
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, pool.pids().length)), 5);
    const heard = await Promise.all(many);
    clearInterval(watch);
    await Promise.all(reserving);
    for (const words of heard) expect(words).toHaveLength(TEXT.split(" ").length);
    expect(most).toBe(2);
  });

  it("a crowd that wants other models than those that are loaded still finds no more decoders than there may be", async () => {
    const small = createDecoderPool(bench.engines.programs, { size: 2 });
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, small.pids().length)), 5);
    try {
      for (const warp of [1, 0.94, 1.06]) {
        const crowd = Array.from({ length: 5 }, () =>
          small.decode({ ...base, warp }, pcm.subarray(0, SECOND), signal),
        );
        for (const words of await Promise.all(crowd)) expect(words.length).toBeGreaterThan(0);
      }
    } finally {
      clearInterval(watch);
      await small.close();
    }
    expect(most).toBe(2);
  });

  it("what is worth nothing later is not heard while its voice's decoder is busy", async () => {
    const reserving = pool.reserve(base, "anna", signal);
    await expect.poll(() => pool.pids().length).toBe(1);
    expect(await pool.decodeNow(base, pcm, signal, "anna")).toBeUndefined();
    await reserving;
    expect((await pool.decodeNow(base, pcm, signal, "anna"))?.length).toBeGreaterThan(5);
    expect(pool.pids()).toHaveLength(1);
  });

  it("another model takes the place of what a voice no longer needs, not of a voice's own", async () => {
    const fitted = { ...base, warp: 1.12 };
    await pool.reserve(base, "anna", signal);
    const [annas] = pool.pids();
    await pool.reserve(base, "bo", signal);
    await pool.reserve(fitted, "bo", signal);
    expect(pool.pids()).toHaveLength(3);
    pool.release("bo", base);
    await pool.decode({ ...base, warp: 0.94 }, pcm.subarray(0, SECOND), signal);
    expect(pool.pids()).toHaveLength(3);
    expect(pool.pids()).toContain(annas);
    await pool.decode(fitted, pcm, signal, "bo");
    await expect(pool.follow(fitted, "bo", undefined, signal)).resolves.toBeDefined();
  });

  it("a voice that has gone before its turn keeps nothing", async () => {
    const busy = ["anna", "bo"].map((voice) => pool.reserve(base, voice, signal));
    const gone = new AbortController();
    const late = pool.reserve(base, "cleo", gone.signal);
    gone.abort();
    await expect(late).rejects.toThrow();
    await Promise.all(busy);
    expect(pool.pids()).toHaveLength(2);
  });

  it("closed while one is starting, it leaves neither a process nor a folder, and starts no other", async () => {
    const asked = pool.decode(base, pcm, signal);
    asked.catch(() => undefined);
    await pool.close();
    expect(pool.pids()).toEqual([]);
    expect(await readdir(bench.engines.programs.tmpDir)).toEqual([]);
    await expect(asked).rejects.toMatchObject({ code: "engine_failed" });
    await expect(pool.decode(base, pcm, signal)).rejects.toMatchObject({ code: "engine_failed" });
    expect(await readdir(bench.engines.programs.tmpDir)).toEqual([]);
  });

  it("who stops waiting leaves the decoder to others", async () => {
    const leaving = new AbortController();
    const sample = pcm.subarray(0, 2 * SECOND);
    const left = await Promise.all(
      ["anna", "bo"].map((voice) => pool.follow(base, voice, sample, leaving.signal)),
    );
    expect(await follow("cleo", sample)).toBeUndefined();
    leaving.abort();
    for (const stream of left) await expect(stream?.end()).rejects.toThrow();
    let stream: Awaited<ReturnType<typeof follow>>;
    const again = async () => (stream = await follow("cleo", sample));
    await expect.poll(again).toBeDefined(); // two seconds of sound are heard for each, whatever else runs
    stream?.push(pcm);
    expect((await stream?.end())?.length).toBeGreaterThan(5);
  });
});
