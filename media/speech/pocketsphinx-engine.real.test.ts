import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Options, SegmentIn } from "./engine.ts";
import { speak } from "./flite.ts";
import { prepareModel } from "./model-files.ts";
import { findPrograms, type Programs } from "./pocketsphinx.ts";
import { createPocketsphinx, toSegment } from "./pocketsphinx-engine.ts";
import { collect, openWorkbench, report } from "./test-tools.ts";

const { missing } = await findPrograms({ searchPath: process.env["PATH"] ?? "", tmpDir: "/tmp" });
if (missing.length > 0)
  report("pocketsphinx skipped, not installed", { missing: missing.join(" ") });

const TEXTS = ["yeah that works for me", "good morning", "we need a quote", "that is right"];

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
}

describe.skipIf(missing.length > 0)("the built-in engine", () => {
  let bench: Awaited<ReturnType<typeof openWorkbench>>;
  let programs: Programs;
  beforeEach(async () => {
    bench = await openWorkbench(process.env["PATH"] ?? "");
    programs = bench.engines.programs;
  });
  afterEach(() => bench.close());
  const open = (at: Programs = programs) =>
    createPocketsphinx({ programs: at, missing: [], cacheDir: join(bench.dir, "cache") });
  const options = (more: Partial<Options> = {}): Options => ({
    language: "en",
    bias: [],
    signal: new AbortController().signal,
    ...more,
  });

  async function* feed(count = TEXTS.length): AsyncGenerator<SegmentIn> {
    for (let n = 0; n < count; n++) {
      const pcm = await speak(programs, TEXTS[n % TEXTS.length] ?? "", "slt");
      const startMs = n * 5000;
      yield { id: `s${n}`, startMs, endMs: startMs + Math.ceil(pcm.length / 16), pcm };
    }
  }

  it("passes its own test and keeps the order, the clock and nothing else", async () => {
    const engine = open();
    expect(await engine.check()).toEqual({ ok: true, detail: "ready" });
    const out = await collect(engine.transcribe(feed(), options()));
    expect(out.map(({ id }) => id)).toEqual(["s0", "s1", "s2", "s3"]);
    expect(out[0]?.text).toBe(TEXTS[0]);
    for (const { startMs, endMs, words } of out) {
      expect(words.length).toBeGreaterThan(0);
      for (const word of words) {
        expect(word.startMs).toBeGreaterThanOrEqual(startMs);
        expect(word.endMs).toBeLessThanOrEqual(endMs);
        expect(word.confidence).toBeGreaterThanOrEqual(0);
        expect(word.confidence).toBeLessThanOrEqual(1);
      }
    }
    expect(engine.pids().length).toBeGreaterThan(0);
    const pids = engine.pids();
    await engine.close();
    expect(await readdir(join(bench.dir, "tmp"))).toEqual([]);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();
  });

  it("survives a decoder that is killed", async () => {
    const engine = open();
    let kills = 0;
    const out: string[] = [];
    for await (const { text } of engine.transcribe(feed(8), options())) {
      out.push(text);
      const [pid] = engine.pids();
      if (kills++ === 0 && pid !== undefined) kill(pid);
    }
    await engine.close();
    expect(out).toHaveLength(8);
    expect(out).not.toContain("[inaudible]");
  });

  it("fails when decoders die again and again", async () => {
    const engine = open();
    const killer = setInterval(() => {
      for (const pid of engine.pids()) kill(pid);
    }, 5);
    await expect(collect(engine.transcribe(feed(8), options()))).rejects.toMatchObject({
      code: "engine_failed",
    });
    clearInterval(killer);
    await engine.close();
  });

  it("fails with one error when its folder cannot be written", async () => {
    const tmpDir = join(bench.dir, "file");
    await writeFile(tmpDir, "");
    const engine = open({ ...programs, tmpDir });
    await expect(collect(engine.transcribe(feed(8), options()))).rejects.toMatchObject({
      code: "engine_failed",
      message: "EEXIST",
    });
    expect(engine.pids()).toEqual([]);
  });

  it("stops when aborted and is ready for the next job", async () => {
    const engine = open();
    const stop = new AbortController();
    const run = collect(engine.transcribe(feed(30), options({ signal: stop.signal })));
    setTimeout(() => {
      stop.abort(new Error("job stops"));
    }, 400);
    await expect(run).rejects.toThrow("job stops");
    const [again] = await collect(engine.transcribe(feed(1), options()));
    await engine.close();
    expect(again?.text).toBe(TEXTS[0]);
  });

  it("refuses what it cannot do", async () => {
    const japanese = collect(open().transcribe(feed(), options({ language: "ja" })));
    await expect(japanese).rejects.toMatchObject({ code: "language_not_supported" });
    const nothing = createPocketsphinx({ programs, missing: ["t2p"], cacheDir: bench.dir });
    await expect(collect(nothing.transcribe(feed(), options()))).rejects.toMatchObject({
      code: "engine_missing",
    });
    expect(await nothing.check()).toEqual({ ok: false, detail: "missing: t2p" });
  });

  it("writes files once per content, and tokens of terms as the terms are written", async () => {
    const cacheDir = join(bench.dir, "cache");
    const { signal } = new AbortController();
    const bias = [
      { text: "HubSpot", boost: 8 },
      { text: "Maria Lopez", boost: 5 },
      { text: "box", boost: 5 },
    ];
    const one = await prepareModel(programs, cacheDir, bias, signal);
    const two = await prepareModel(programs, cacheDir, bias.toReversed(), signal);
    const other = await prepareModel(programs, cacheDir, [{ text: "HubSpot", boost: 9 }], signal);
    expect(two.lm).toBe(one.lm);
    expect(other.lm).not.toBe(one.lm);
    expect((await readdir(cacheDir)).sort()).toEqual(
      [one, other].flatMap(({ hash }) => [`${hash}.dict`, `${hash}.lm.bin`]).sort(),
    );
    const lines = (await readFile(one.dict, "utf8"))
      .split("\n")
      .filter((l) => /^(hubspot|maria_l|box[ (])/.test(l));
    expect(lines).toContain("hubspot HH AH B S P AA T");
    expect(lines.filter((line) => line.startsWith("box"))).toHaveLength(1);
    // An ordinary word stays as it is: the alias pass of the dictionary decides about it.
    expect([...one.written]).toEqual([
      ["hubspot", "HubSpot"],
      ["maria_lopez", "Maria Lopez"],
    ]);
    const words = [{ text: "maria_lopez", startMs: 0, endMs: 10, confidence: 1 }];
    const segment = toSegment({ id: "s", startMs: 100, endMs: 105 }, words, one);
    expect(segment).toMatchObject({ text: "Maria Lopez", words: [{ startMs: 100, endMs: 105 }] });
  });
});
