import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SpeechEngine } from "./engine.ts";
import { createOpenAiHttp } from "./openai-http.ts";
import { recognise } from "./recognise.ts";
import { openModel, speakCall, type TestCall } from "./test-call.ts";
import { field, startServer } from "./test-server.ts";
import { collect, openWorkbench, readTurns } from "./test-tools.ts";
import { wavSamples } from "./wav-samples.ts";

const { signal } = new AbortController();
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
    const run = recognise({
      ...{ engine, pcmFile, language: "en", bias: [], signal },
      ...(aligner === undefined ? {} : { aligner }),
    });
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
    server = await startServer(() => ({
      body: { text: "Nobody ever uttered any such nonsense here." },
    }));
    const engine = createOpenAiHttp({
      baseUrl: server.baseUrl,
      model: "m",
      fetch,
      concurrency: 1,
    });
    const pcmFile = await bench.writeTrack(call.pcm);
    const run = recognise({ engine, pcmFile, language: "en", bias: [], signal, aligner });
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
});
