import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findPrograms } from "./pocketsphinx.ts";
import { scoreWords } from "./score-words.ts";
import { readManifest } from "./sherpa-model.ts";
import { createSherpaOnnx } from "./sherpa-onnx.ts";
import { findSandbox, type Sandbox } from "./sherpa-sandbox.ts";
import { openModel, speakCall, spokenForm } from "./test-call.ts";
import { writePaperModel, writeTinyModel } from "./test-model.ts";
import { collect, readTurns, report } from "./test-tools.ts";
import { hearSentence } from "./try-model.ts";

let dir = "";
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "sherpa-test-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function open(walls?: Sandbox) {
  const manifest = await readManifest(dir);
  if (manifest === undefined) throw new Error("no manifest");
  return createSherpaOnnx({ modelDir: dir, manifest, sandbox: walls });
}

async function* oneSegment() {
  await Promise.resolve();
  yield { id: "s", startMs: 0, endMs: 1000, pcm: new Int16Array(16_000) };
}

describe("a model folder", () => {
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

  it("whose checksums are right but whose model is garbage harms only the child", async () => {
    await writePaperModel(dir, "none");
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
    return open(walls);
  };
  const hear = (engine: Awaited<ReturnType<typeof openTiny>>) =>
    hearSentence(engine, undefined, {
      ...{ sentence: "", language: "en", signal: new AbortController().signal },
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
});
