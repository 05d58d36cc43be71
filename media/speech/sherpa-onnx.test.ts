import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findPrograms } from "./pocketsphinx.ts";
import { scoreWords } from "./score-words.ts";
import { openEngines } from "./open-engines.ts";
import { removeModel } from "./model-store.ts";
import { readManifest } from "./sherpa-model.ts";
import { findSandbox, sandboxed } from "./sherpa-sandbox.ts";
import { hearSentence, tryModel } from "./try-model.ts";
import { writeTinyModel } from "./test-model.ts";
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

const sandbox = await findSandbox(process.env["PATH"] ?? "");
const WALLS = [
  ["behind walls", sandbox],
  ["without walls", undefined],
] as const;

/** Every process that `pid` began, by the table of the system; walls put one or two between us and the child. */
function descendantsOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    } catch {
      // It ended while we looked.
    }
  }
  const found: number[] = [];
  for (const [child, parent] of parents)
    if (parent === pid) found.push(child, ...descendantsOf(child));
  return found;
}

describe.each(WALLS)("a model %s", (_, walls) => {
  const isMissing = _ === "behind walls" && walls === undefined;
  const openTiny = async () => {
    await writeTinyModel(dir);
    const manifest = await readManifest(dir);
    if (manifest === undefined) throw new Error("no manifest");
    return createSherpaOnnx({ modelDir: dir, manifest, sandbox: walls });
  };
  const hear = (engine: Awaited<ReturnType<typeof openTiny>>) =>
    hearSentence(engine, undefined, {
      ...{ sentence: "", language: "en", signal: new AbortController().signal },
    });

  it("loads a small graph and decodes by it", async ({ skip }) => {
    if (isMissing) return skip("bubblewrap may do nothing here");
    const engine = await openTiny();
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

  it.each(["SIGKILL", "SIGSEGV"] as const)(
    "whose child dies by %s fails a segment at most, and goes on in another",
    async (signal) => {
      if (isMissing) return;
      const engine = await openTiny();
      try {
        await engine.check();
        const first = engine.pid ?? 0;
        const all = [first, ...descendantsOf(first)];
        // The innermost is the one that holds the model.
        process.kill(all.at(-1) ?? first, signal);
        await expect.poll(() => engine.pid).not.toBe(first);
        expect((await hear(engine)).text).not.toBe("");
        expect(engine.pid).not.toBe(first);
      } finally {
        await engine.close();
      }
    },
  );

  it("is gone with all its processes once it is closed", async () => {
    if (isMissing) return;
    const engine = await openTiny();
    await engine.check();
    const pid = engine.pid ?? 0;
    const all = [pid, ...descendantsOf(pid)];
    await engine.close();
    const isAlive = (one: number) => {
      try {
        return !/^State:\s+Z/m.test(readFileSync(`/proc/${one}/status`, "utf8"));
      } catch {
        return false;
      }
    };
    await expect.poll(() => all.filter(isAlive)).toEqual([]);
  });

  it("is tried before it is taken; garbage is refused", async () => {
    if (isMissing) return;
    await writeTinyModel(dir);
    const manifest = await readManifest(dir);
    if (manifest === undefined) throw new Error("no manifest");
    const o = { sandbox: walls, programs: undefined, signal: new AbortController().signal };
    expect(await tryModel({ modelDir: dir, manifest }, o)).not.toBe("");
    await writeModel("none");
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
