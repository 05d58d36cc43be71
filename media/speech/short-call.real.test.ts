import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPrograms } from "./pocketsphinx.ts";
import { recognise } from "./recognise.ts";
import { scoreWords } from "./score-words.ts";
import { percentile, speakCall, spokenForm } from "./test-call.ts";
import { collect, openWorkbench, readTurns, report } from "./test-tools.ts";

/** Whether words, times and terms are right at all; how often is measured by `npm run bench -- speech`. */
const SPOKEN = ["Salesforce", "HubSpot"];
const NEVER_SPOKEN = ["zendesk", "okta", "jira", "slack", "dropbox", "outreach", "notion", "clari"];
const MOST_WRONG = 0.25;

const { missing } = await findPrograms({ searchPath: process.env["PATH"] ?? "", tmpDir: "/tmp" });
if (missing.length > 0) report("short call skipped, not installed", { missing: missing.join(" ") });

describe.skipIf(missing.length > 0)("recognition of a short call", () => {
  let bench: Awaited<ReturnType<typeof openWorkbench>>;
  beforeAll(async () => {
    bench = await openWorkbench(process.env["PATH"] ?? "");
  });
  afterAll(() => bench.close());

  it.each(["rms", "slt"] as const)(
    "finds the words, their times and the terms of the dictionary: %s",
    async (voice) => {
      const engine = bench.engines.engine("pocketsphinx");
      if (engine === undefined) throw new Error("no engine");
      const texts = await readTurns("sales-call", 17, 18);
      const call = await speakCall(bench.engines.programs, texts, voice);
      const pcmFile = await bench.writeTrack(call.pcm, `${voice}.s16`);
      const bias = [...SPOKEN, ...NEVER_SPOKEN].map((text) => ({ text, boost: 8 }));
      const { signal } = new AbortController();
      const run = recognise({ engine, pcmFile, language: "en", bias, signal });
      const segments = await collect(run.segments);
      expect(segments).toHaveLength(texts.length);

      const said = call.turns.flatMap(({ words }) => words);
      const heard = spokenForm(segments);
      const { wer, pairs } = scoreWords(
        said.map(({ text }) => text),
        heard.map(({ text }) => text),
      );
      expect(wer).toBeLessThanOrEqual(MOST_WRONG);
      const errors = pairs.map(([i, j]) =>
        Math.abs((said[i]?.startMs ?? NaN) - (heard[j]?.startMs ?? NaN)),
      );
      expect(percentile(errors, 0.9)).toBeLessThanOrEqual(60);

      // A word the engine knows is written as it knows it: the dictionary's own pass gives it its capitals.
      const written = segments.map(({ text }) => text).join(" ");
      expect(written).toContain("HubSpot");
      expect(written).toMatch(/salesforce/i);
      for (const term of NEVER_SPOKEN) expect(written.toLowerCase()).not.toContain(term);
      const sure = heard.map(({ confidence }) => confidence ?? NaN);
      expect(sure.every((one) => one >= 0 && one <= 1)).toBe(true);
    },
  );
});
