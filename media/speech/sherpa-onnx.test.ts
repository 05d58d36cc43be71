import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findPrograms } from "./pocketsphinx.ts";
import { scoreWords } from "./score-words.ts";
import { readManifest } from "./sherpa-model.ts";
import { createSherpaOnnx, hotwordsOf } from "./sherpa-onnx.ts";
import { wordsFromTokens } from "./sherpa-tokens.ts";
import { collect, openModel, readTurns, report, speakCall, spokenForm } from "./test-call.ts";

let dir = "";
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "sherpa-test-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** A folder that is in order on paper; its model is no model. */
async function writeModel(damage: "none" | "content" | "missing" | "manifest"): Promise<void> {
  const files = { model: "model.int8.onnx", tokens: "tokens.txt" };
  const listed: Record<string, { path: string; sha256: string }> = {};
  for (const [role, path] of Object.entries(files)) {
    const content = `${role} of nothing\n`;
    const sha256 = createHash("sha256").update(content).digest("hex");
    listed[role] = { path, sha256 };
    if (damage === "missing" && role === "model") continue;
    await writeFile(join(dir, path), damage === "content" ? `${content}!` : content);
  }
  const manifest = { name: "test", kind: "sense-voice", languages: ["ja", "en"], files: listed };
  const text = damage === "manifest" ? '{"name":1}' : JSON.stringify(manifest);
  await writeFile(join(dir, "parley-model.json"), text);
}

async function open() {
  const manifest = await readManifest(dir);
  return createSherpaOnnx({ modelDir: dir, ...(manifest === undefined ? {} : { manifest }) });
}

async function* oneSegment() {
  await Promise.resolve();
  yield { id: "s", startMs: 0, endMs: 1000, pcm: new Int16Array(16_000) };
}

describe("a model folder", () => {
  it.each([
    ["manifest", "parley-model.json is not valid"],
    ["missing", "model file missing: model.int8.onnx"],
    ["content", "checksum differs: model.int8.onnx"],
  ] as const)("with a damaged %s says so and starts no process", async (damage, detail) => {
    await writeModel(damage);
    const engine = await open();
    expect(await engine.check()).toEqual({ ok: false, detail });
    expect(engine.pid).toBeUndefined();
  });

  it("that is empty says: model missing", async () => {
    const engine = await open();
    expect(await engine.check()).toEqual({ ok: false, detail: "model missing" });
    const { signal } = new AbortController();
    const run = engine.transcribe(oneSegment(), { language: "en", bias: [], signal });
    await expect(collect(run)).rejects.toMatchObject({ code: "engine_missing" });
  });

  it("of SPEECH_MODELS recognises what a voice says", async ({ skip }) => {
    const { engine, whyNot } = await openModel(process.env["SPEECH_MODELS"]);
    if (engine === undefined) return skip(whyNot);
    const { programs, missing } = await findPrograms({
      searchPath: process.env["PATH"] ?? "",
      tmpDir: dir,
    });
    if (missing.length > 0) return skip(`not installed: ${missing.join(" ")}`);
    try {
      expect(await engine.check()).toEqual({ ok: true, detail: "ready" });
      const { turns } = await speakCall(programs, await readTurns("freight-call", 0, 5), "slt");
      const said = turns.map(({ pcm, startMs, endMs }, n) => ({ id: `${n}`, startMs, endMs, pcm }));
      const { signal } = new AbortController();
      const heard = await collect(
        engine.transcribe(Readable.from(said), { language: "en", bias: [], signal }),
      );
      const { wer } = scoreWords(
        turns.flatMap(({ words }) => words.map(({ text }) => text)),
        spokenForm(heard).map(({ text }) => text),
      );
      report("gate 13", { "recognition with a model, WER": wer });
      expect(wer).toBeLessThanOrEqual(0.2);
    } finally {
      await engine.close();
    }
  });

  it("never names a file outside itself", async () => {
    const sha256 = "0".repeat(64);
    const files = { model: { path: "../secret", sha256 }, tokens: { path: "tokens.txt", sha256 } };
    const manifest = { name: "x", kind: "sense-voice", languages: ["en"], files };
    await writeFile(join(dir, "parley-model.json"), JSON.stringify(manifest));
    expect(await readManifest(dir)).toBeUndefined();
  });

  it("whose checksums are right but whose model is garbage harms only the child", async () => {
    await writeModel("none");
    const engine = await open();
    expect(engine.caps.languages).toEqual(["ja", "en"]);
    const { ok, detail } = await engine.check();
    expect(ok).toBe(false);
    expect(detail).toMatch(/^(model refused|recogniser ended)/);
    const { signal } = new AbortController();
    const run = engine.transcribe(oneSegment(), { language: "ja", bias: [], signal });
    await expect(collect(run)).rejects.toHaveProperty("code");
    await engine.close();
    report("gate 13", { "garbage model": detail.slice(0, 60), parent: "alive" });
  });
});

describe("tokens", () => {
  it("become words at a space or a low line", () => {
    const tokens = ["▁on", "board", "ing", ".", "▁ok"];
    const timestamps = [0.1, 0.3, 0.5, 0.7, 0.9];
    expect(wordsFromTokens({ text: "", tokens, timestamps, durations: [] }, 2)).toEqual([
      { text: "onboarding.", startMs: 100, endMs: 900 },
      { text: "ok", startMs: 900, endMs: 1500 },
    ]);
  });

  it("stay units where no token has a mark, punctuation with the one before", () => {
    const tokens = ["は", "い", "。"];
    const result = { text: "", tokens, timestamps: [0, 0.2, 0.4], durations: [0.1, 0.1, 0] };
    expect(wordsFromTokens(result, 1)).toEqual([
      { text: "は", startMs: 0, endMs: 100 },
      { text: "い。", startMs: 200, endMs: 300 },
    ]);
    expect(wordsFromTokens({ ...result, timestamps: [] }, 1)).toEqual([]);
  });

  it("are biased by phrases with a score", () => {
    const bias = [
      { text: "HubSpot", boost: 10 },
      { text: "A/B: test", boost: 5 },
    ];
    expect(hotwordsOf(bias)).toBe("HubSpot :3.0/A B  test :1.5");
  });
});
