import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEngines } from "./open-engines.ts";
import { removeModel } from "./model-store.ts";
import { readManifest } from "./sherpa-model.ts";
import { findSandbox, type Sandbox, sandboxed } from "./sherpa-sandbox.ts";
import { tryModel } from "./try-model.ts";
import { writePaperModel, writeTinyModel } from "./test-model.ts";
import { createSherpaOnnx, hotwordsOf } from "./sherpa-onnx.ts";
import { wordsFromTokens } from "./sherpa-tokens.ts";
import { collect } from "./test-tools.ts";

let dir = "";
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "sherpa-test-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function open(walls?: Sandbox) {
  const manifest = await readManifest(dir);
  const more = manifest === undefined ? {} : { manifest };
  return createSherpaOnnx({ modelDir: dir, ...more, sandbox: walls });
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
    await writePaperModel(dir, damage);
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

  it("never names a file outside itself", async () => {
    const sha256 = "0".repeat(64);
    const files = { model: { path: "../secret", sha256 }, tokens: { path: "tokens.txt", sha256 } };
    const manifest = { name: "x", kind: "sense-voice", languages: ["en"], files };
    await writeFile(join(dir, "parley-model.json"), JSON.stringify(manifest));
    expect(await readManifest(dir)).toBeUndefined();
  });
});

const sandbox = await findSandbox(process.env["PATH"] ?? "");
const WALLS = [
  ["behind walls", sandbox],
  ["without walls", undefined],
] as const;

describe.each(WALLS)("a model %s", (_, walls) => {
  const isMissing = _ === "behind walls" && walls === undefined;

  it("loads a small graph and decodes by it", async ({ skip }) => {
    if (isMissing) return skip("bubblewrap may do nothing here");
    await writeTinyModel(dir);
    const engine = await open(walls);
    try {
      expect(await engine.check()).toEqual({ ok: true, detail: "ready" });
      const { signal } = new AbortController();
      const [heard] = await collect(
        engine.transcribe(oneSegment(), { language: "en", bias: [], signal }),
      );
      expect(heard?.text).toMatch(/^(so|la|mi|ti|re)/);
      expect(heard).toMatchObject({ timing: "engine", startMs: 0, endMs: 1000 });
      expect(heard?.words.length).toBeGreaterThan(0);
      expect(engine.uses).toBe(0);
    } finally {
      await engine.close();
    }
  });

  it("is tried before it is taken; garbage is refused", async () => {
    if (isMissing) return;
    await writeTinyModel(dir);
    const manifest = await readManifest(dir);
    if (manifest === undefined) throw new Error("no manifest");
    const o = { sandbox: walls, programs: undefined, signal: new AbortController().signal };
    expect(await tryModel({ modelDir: dir, manifest }, o)).not.toBe("");
    await writePaperModel(dir, "none");
    const garbage = await readManifest(dir);
    if (garbage === undefined) throw new Error("no manifest");
    await expect(tryModel({ modelDir: dir, manifest: garbage }, o)).rejects.toMatchObject({
      fault: "does_not_load",
    });
  });
});

it("walls show a model nothing but itself", ({ skip }) => {
  if (sandbox === undefined) return skip("bubblewrap may do nothing here");
  const { file, args } = sandboxed(sandbox, dir) ?? { file: "", args: [] };
  const asked = `const net = require("node:net"), fs = require("node:fs");
    const seen = ["/etc/passwd", "/root", "/home", "/var", "/proc/1/root/etc/passwd"].filter((path) => fs.existsSync(path));
    try { fs.writeFileSync(${JSON.stringify(join(dir, "x"))}, ""); seen.push("writes"); } catch {}
    process.stdout.write(JSON.stringify({ seen, links: Object.keys(require("node:os").networkInterfaces()) }));`;
  const run = spawnSync(file, [...args.slice(0, -1), "-e", asked], { encoding: "utf8" });
  expect(JSON.parse(run.stdout)).toEqual({ seen: [], links: ["lo"] });
});

describe("models of a folder", () => {
  it("are chosen by language, come and go while others work, and say which is gone", async () => {
    const models = join(dir, "models");
    await writeTinyModel(join(models, "first"), { name: "first", languages: ["en"] });
    const setup = { searchPath: "", cacheDir: join(dir, "cache"), tmpDir: join(dir, "tmp") };
    const engines = await openEngines({ ...setup, sherpaModels: models });
    try {
      expect(engines.installed).toEqual({ "sherpa-onnx": { languages: ["en"] } });
      expect(engines.engine("sherpa-onnx", "ja")).toBeUndefined();
      const first = engines.engine("sherpa-onnx", "en");
      expect(first?.model).toBe("first");
      await first?.check();

      await writeTinyModel(join(models, "second"), { name: "second", languages: ["ja", "en"] });
      expect(await engines.lookForModels()).toEqual({ gone: [] });
      expect(await engines.lookForModels()).toBeUndefined();
      expect(engines.engine("sherpa-onnx", "ja-JP")?.model).toBe("second");
      expect(engines.engine("sherpa-onnx", "en")).toBe(first);

      await removeModel(models, "first");
      expect(await engines.lookForModels()).toEqual({ gone: ["first"] });
      expect(engines.engine("sherpa-onnx", "en")?.model).toBe("second");
      await removeModel(models, "second");
      expect(await engines.lookForModels()).toEqual({ gone: ["second"] });
      expect(engines.installed).toEqual({});
    } finally {
      await engines.close();
    }
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
