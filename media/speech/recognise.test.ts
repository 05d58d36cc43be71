import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SegmentOut, SpeechEngine } from "./engine.ts";
import { wavSamples } from "./flite.ts";
import { createOpenAiHttp } from "./openai-http.ts";
import { recognise, type RecogniseInput } from "./recognise.ts";
import { createSherpaOnnx } from "./sherpa-onnx.ts";
import {
  collect,
  openModel,
  openWorkbench,
  readTurns,
  speakCall,
  type TestCall,
} from "./test-call.ts";
import { field, type Reply, startServer } from "./test-server.ts";

let bench: Awaited<ReturnType<typeof openWorkbench>>;
let server: Awaited<ReturnType<typeof startServer>> | undefined;
beforeEach(async () => {
  bench = await openWorkbench(process.env["PATH"] ?? "");
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
    const engine = await httpEngine(() => ({ hang: true }));
    const stop = new AbortController();
    setTimeout(() => {
      stop.abort(new Error("job stops"));
    }, 80);
    const run = recognise(input(engine, await writeSounds(3), { signal: stop.signal }));
    await expect(collect(run.segments)).rejects.toThrow("job stops");
  });
});

/** One contract, three engines: the same spoken track, the same demands. */
describe("the engine contract", () => {
  const texts = [
    "we need a quote for three containers",
    "that is good to hear",
    "you will have it tomorrow",
  ];

  const keepsContract = async (engine: SpeechEngine, call: TestCall) => {
    const { aligner } = bench.engines;
    const pcmFile = await bench.writeTrack(call.pcm, `${engine.id}.s16`);
    const run = recognise(input(engine, pcmFile, aligner === undefined ? {} : { aligner }));
    const segments = await collect(run.segments);
    expect(segments).toHaveLength(texts.length);
    let before = 0;
    for (const [n, segment] of segments.entries()) {
      expect(segment.startMs).toBeGreaterThanOrEqual(before);
      expect(segment.words.map(({ text }) => text).join(" ")).toBe(segment.text);
      for (const { startMs, endMs } of segment.words) {
        expect(startMs).toBeGreaterThanOrEqual(before);
        expect(endMs).toBeGreaterThanOrEqual(startMs);
        expect(endMs).toBeLessThanOrEqual(segment.endMs);
        before = startMs;
      }
      expect(
        Math.abs((segment.words[0]?.startMs ?? 0) - (call.turns[n]?.words[0]?.startMs ?? 0)),
      ).toBeLessThan(100);
    }
    return { segments, summary: run.summary() };
  };

  it("is kept by pocketsphinx and by an OpenAI-compatible service, whose words are aligned", async ({
    skip,
  }) => {
    const sphinx = bench.engines.engine("pocketsphinx");
    if (sphinx === undefined) return skip(`not installed: ${bench.engines.missing.join(" ")}`);
    const call = await speakCall(bench.engines.programs, texts, "rms");
    const basic = await keepsContract(sphinx, call);
    expect(basic.segments.every(({ timing }) => timing === "engine")).toBe(true);
    expect(basic.summary.meanConfidence).toBeGreaterThan(0.5);
    let n = 0;
    server = await startServer(async ({ form }) => {
      const file = form.get("file");
      if (!(file instanceof File)) throw new Error("no file");
      expect(wavSamples(Buffer.from(await file.arrayBuffer())).length).toBeGreaterThan(8000);
      expect(field(form, "language")).toEqual(["en"]);
      const text = texts[n++] ?? "";
      return {
        body: { text: `${text.charAt(0).toUpperCase()}${text.slice(1)}.`.replace("three", "3") },
      };
    });
    const http = createOpenAiHttp({
      baseUrl: server.baseUrl,
      model: "gpt-4o-transcribe",
      fetch,
      concurrency: 1,
    });
    const remote = await keepsContract(http, call);
    expect(remote.segments.map(({ timing }) => timing)).toEqual(["aligned", "aligned", "aligned"]);
    expect(remote.segments[0]?.text).toBe("We need a quote for 3 containers.");
    expect(remote.summary.spreadShare).toBe(0);
  });

  it("keeps honest estimates where the text is not what was said", async ({ skip }) => {
    const { aligner, programs, missing } = bench.engines;
    if (aligner === undefined) return skip(`not installed: ${missing.join(" ")}`);
    const call = await speakCall(programs, await readTurns("freight-call", 1, 2), "slt");
    const engine = await httpEngine(() => ({
      body: { text: "Nobody ever uttered any such nonsense here." },
    }));
    const run = recognise(input(engine, await bench.writeTrack(call.pcm), { aligner }));
    expect((await collect(run.segments)).map(({ timing }) => timing)).toEqual(["spread", "spread"]);
    expect(run.summary().spreadShare).toBe(1);
  });

  it("is kept by sherpa-onnx with the model of SPEECH_MODELS", async ({ skip }) => {
    const { engine, whyNot } = await openModel(process.env["SPEECH_MODELS"]);
    if (engine === undefined) return skip(whyNot);
    const { missing, programs } = bench.engines;
    if (missing.length > 0) return skip(`not installed: ${missing.join(" ")}`);
    try {
      const { segments, summary } = await keepsContract(
        engine,
        await speakCall(programs, texts, "rms"),
      );
      expect(segments.every(({ isInaudible }) => !isInaudible)).toBe(true);
      expect(summary.wordCount).toBeGreaterThan(0);
    } finally {
      await engine.close();
    }
  });

  it("is refused by sherpa-onnx without a model, which says so", async () => {
    const engine = createSherpaOnnx({ modelDir: bench.dir });
    expect(await engine.check()).toEqual({ ok: false, detail: "model missing" });
    const run = recognise(input(engine, await writeSounds(1)));
    await expect(collect(run.segments)).rejects.toMatchObject({ code: "engine_missing" });
  });
});
