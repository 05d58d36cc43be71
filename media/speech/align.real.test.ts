import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { spokenTokens } from "./align.ts";
import type { Alignable } from "./aligner.ts";
import { findPrograms } from "./pocketsphinx.ts";
import { percentile, speakCall } from "./test-call.ts";
import { openWorkbench, readTurns, report } from "./test-tools.ts";
import { startErrors, writeOut } from "./test-written.ts";

const { missing } = await findPrograms({ searchPath: process.env["PATH"] ?? "", tmpDir: "/tmp" });
if (missing.length > 0) report("alignment skipped, not installed", { missing: missing.join(" ") });

describe.skipIf(missing.length > 0)("forced alignment", () => {
  let bench: Awaited<ReturnType<typeof openWorkbench>>;
  beforeAll(async () => {
    bench = await openWorkbench(process.env["PATH"] ?? "");
  });
  afterAll(() => bench.close());
  const options = { bias: [{ text: "HubSpot", boost: 8 }], signal: new AbortController().signal };

  it("places right texts to the word and rejects shifted ones", async () => {
    const aligner = bench.engines.aligner;
    if (aligner === undefined) throw new Error("no aligner");
    const texts = await readTurns("sales-call", 5, 8);
    const { turns } = await speakCall(bench.engines.programs, texts, "slt");
    const items = turns.map(({ text, startMs, pcm }, n): Alignable => {
      return { id: String(n), startMs, pcm, text: writeOut(text) };
    });
    const right = await aligner.align(items, options);
    const shifted = items.map((item, n) => ({
      ...item,
      text: items[(n + 1) % items.length]?.text ?? "",
    }));
    expect(await aligner.align(shifted, options)).toEqual(new Map());
    for (const [n, { words }] of turns.entries()) {
      const found = right.get(String(n)) ?? [];
      const tokens = spokenTokens(items[n]?.text ?? "");
      expect(found.map(({ text }) => text)).toEqual(tokens.map(({ text }) => text));
      const errors = startErrors(words, found);
      expect(errors.length).toBeGreaterThan(words.length / 2);
      expect(percentile(errors, 0.9)).toBeLessThanOrEqual(60);
    }
  });

  it("leaves out what cannot be pronounced in English", async () => {
    const pcm = new Int16Array(32_000);
    const texts = ["ありがとうございます", "…", ""];
    const items = texts.map((text, n) => ({ id: String(n), startMs: 0, pcm, text }));
    expect(await bench.engines.aligner?.align(items, options)).toEqual(new Map());
  });
});
