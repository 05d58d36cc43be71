import { describe, expect, it } from "vitest";
import { createDecoderPool } from "./decoder-pool.ts";
import { prepareModel } from "./model-files.ts";
import { findPrograms } from "./pocketsphinx.ts";
import { speakCall } from "./test-call.ts";
import { openWorkbench, readTurns, report } from "./test-tools.ts";
import { fitVoice, type Heard } from "./voice-warp.ts";

const searchPath = process.env["PATH"] ?? "";
const { missing } = await findPrograms({ searchPath, tmpDir: "/tmp" });
if (missing.length > 0) report("voices skipped, not installed", { missing: missing.join(" ") });
const { signal } = new AbortController();

describe.skipIf(missing.length > 0)("the warp of a voice", () => {
  it.each([
    { voice: "slt", isHigh: true },
    { voice: "rms", isHigh: false },
  ] as const)("is found for $voice, with what was heard under it", async ({ voice, isHigh }) => {
    const bench = await openWorkbench(searchPath);
    const { programs } = bench.engines;
    const pool = createDecoderPool(programs);
    try {
      const model = await prepareModel(programs, bench.dir, [], signal);
      const { turns } = await speakCall(programs, await readTurns("freight-call", 1, 2), voice);
      const tried: number[] = [];
      const texts = new Map<number, Heard[]>();
      const fit = await fitVoice(
        programs,
        async (warp) => {
          tried.push(warp);
          const heard = await Promise.all(
            turns.map(async ({ pcm }, n) => ({
              id: `${n}`,
              pcm,
              words: await pool.decode({ ...model, warp }, pcm, signal),
            })),
          );
          texts.set(warp, heard);
          return heard;
        },
        { bias: [], signal },
      );
      expect(tried[0]).toBe(1);
      expect(new Set(tried).size).toBe(tried.length);
      expect(tried.at(-1)).toBe(fit.warp);
      expect(fit.heard).toBe(texts.get(fit.warp));
      if (isHigh) expect(fit.warp).toBeGreaterThan(1.05);
      else expect(fit.warp).toBeLessThan(1.05);
    } finally {
      await pool.close();
      await bench.close();
    }
  });

  it("stays as it is where nothing can be judged", async () => {
    const bench = await openWorkbench(searchPath);
    try {
      const fit = await fitVoice(
        bench.engines.programs,
        () => Promise.resolve([{ id: "a", pcm: new Int16Array(48_000), words: [] }]),
        { bias: [], signal },
      );
      expect(fit.warp).toBe(1);
    } finally {
      await bench.close();
    }
  });
});
