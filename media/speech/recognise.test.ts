import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SegmentOut, SpeechEngine } from "./engine.ts";
import { createOpenAiHttp } from "./openai-http.ts";
import { recognise, type RecogniseInput } from "./recognise.ts";
import { createSherpaOnnx } from "./sherpa-onnx.ts";
import { type Reply, startServer } from "./test-server.ts";
import { collect, openWorkbench } from "./test-tools.ts";

let bench: Awaited<ReturnType<typeof openWorkbench>>;
let server: Awaited<ReturnType<typeof startServer>> | undefined;
beforeEach(async () => {
  bench = await openWorkbench("");
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  await bench.close();
});

const input = (engine: SpeechEngine, pcmFile: string, more: Partial<RecogniseInput> = {}) => ({
  engine,
  pcmFile,
  language: "en",
  bias: [],
  signal: new AbortController().signal,
  ...more,
});

/** A track of `count` sounds of one second that no speech engine needs to understand. */
async function writeSounds(count: number): Promise<string> {
  const pcm = new Int16Array((count * 3 + 1) * 16_000);
  for (let n = 0; n < count; n++) {
    for (let k = 0; k < 16_000; k++) pcm[(n * 3 + 1) * 16_000 + k] = ((k * 7919) % 4001) - 2000;
  }
  return bench.writeTrack(pcm);
}

async function httpEngine(reply: (n: number) => Reply) {
  server = await startServer((_, n) => reply(n));
  return createOpenAiHttp({ baseUrl: server.baseUrl, model: "m", fetch, concurrency: 1 });
}

describe("recognising a track", () => {
  it("resumes by segment id, asks for the rest only, and reports progress", async () => {
    const engine = await httpEngine((n) => ({ body: { text: `fresh ${n}` } }));
    const pcmFile = await writeSounds(4);
    const stored = new Map<string, SegmentOut>();
    const first = await collect(recognise(input(engine, pcmFile)).segments);
    expect(first).toHaveLength(4);
    for (const segment of first.slice(0, 2)) stored.set(segment.id, { ...segment, text: "stored" });
    const lost = first[2];
    if (lost !== undefined) stored.set(lost.id, { ...lost, isInaudible: true });
    const progress: [number, number][] = [];
    const again = recognise(
      input(engine, pcmFile, {
        resume: (id) => stored.get(id),
        onProgressMs: (done, total) => progress.push([done, total]),
      }),
    );
    const texts = (await collect(again.segments)).map(({ text }) => text);
    expect(texts).toEqual(["stored", "stored", "fresh 4", "fresh 5"]);
    expect(progress.map(([done]) => done)).toEqual([...first.map(({ endMs }) => endMs), 13_000]);
    expect(progress.every(([, total]) => total === 13_000)).toBe(true);
    expect(again.summary()).toMatchObject({ segmentCount: 4, failedCount: 0, spreadShare: 1 });
  });

  it("lives with one inaudible segment in six and fails with two", async () => {
    const failing = new Set([0, 1]);
    const engine = await httpEngine((n) =>
      failing.has(n) ? { status: 500 } : { body: { text: "a" } },
    );
    const pcmFile = await writeSounds(6);
    const run = recognise(input(engine, pcmFile));
    expect((await collect(run.segments)).map(({ text }) => text)).toContain("[inaudible]");
    expect(run.summary()).toMatchObject({ segmentCount: 6, failedCount: 1, wordCount: 5 });
    const broken = await httpEngine((n) => (n < 4 ? { status: 500 } : { body: { text: "a" } }));
    await expect(collect(recognise(input(broken, pcmFile)).segments)).rejects.toMatchObject({
      code: "engine_failed",
      isTransient: true,
    });
  });

  it("answers an empty list for silence and does not call the engine", async () => {
    const engine = await httpEngine(() => ({ body: { text: "never" } }));
    const run = recognise(input(engine, await bench.writeTrack(new Int16Array(48_000))));
    expect(await collect(run.segments)).toEqual([]);
    expect(run.summary()).toMatchObject({ durationMs: 3000, wordCount: 0, spreadShare: 0 });
    expect(server?.asked).toHaveLength(0);
  });

  it("ends with the signal's reason when aborted", async () => {
    const stop = new AbortController();
    const engine = await httpEngine(() => {
      stop.abort(new Error("job stops"));
      return { hang: true };
    });
    const run = recognise(input(engine, await writeSounds(3), { signal: stop.signal }));
    await expect(collect(run.segments)).rejects.toThrow("job stops");
  });
});

describe("the engine contract", () => {
  it("is refused by sherpa-onnx without a model, which says so", async () => {
    const engine = createSherpaOnnx({ modelDir: bench.dir });
    expect(await engine.check()).toEqual({ ok: false, detail: "model missing" });
    const run = recognise(input(engine, await writeSounds(1)));
    await expect(collect(run.segments)).rejects.toMatchObject({ code: "engine_missing" });
  });
});
