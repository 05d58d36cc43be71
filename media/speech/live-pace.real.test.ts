import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SegmentOut } from "./engine.ts";
import { speak } from "./flite.ts";
import { openLive } from "./open-live.ts";
import { openWorkbench } from "./test-tools.ts";

// Held against the clock, so run where nothing else computes: drafts are what a busy machine leaves out first.

let bench: Awaited<ReturnType<typeof openWorkbench>>;
beforeAll(async () => {
  bench = await openWorkbench(process.env["PATH"] ?? "");
});
afterAll(() => bench.close());

const BLOCK = 1_600;

test("pocketsphinx hears a voice at the pace of a call: drafts first, the right words soon after the end", async ({
  skip,
}) => {
  const engine = bench.engines.engine("pocketsphinx");
  if (!engine) return skip("pocketsphinx is not installed");
  const pcm = await speak(
    bench.engines.programs,
    "yeah that works for me and the price is fine and we would like to see the first results before the end of the year because then the budget is made",
    "slt",
  );
  const drafts: string[] = [];
  let final: SegmentOut | undefined;
  let finalAt = 0;
  const track = await openLive(engine, undefined, {
    ...{ language: "en", bias: [], signal: new AbortController().signal },
    onDraft: (_, stable, tail) => drafts.push(`${stable} ${tail}`),
    onFinal: (segment) => {
      final = segment;
      finalAt = performance.now();
    },
  });
  await sleep(2_000); // as long as a model takes to be loaded: calls begin with a pause
  const all = new Int16Array(pcm.length + 16_000);
  all.set(pcm);
  const beganAt = performance.now();
  for (let at = 0; at < all.length; at += BLOCK) {
    await sleep(Math.max(0, beganAt + at / 16 - performance.now()));
    track.push(all.subarray(at, at + BLOCK), 60_000 + at / 16);
  }
  await track.close();
  const afterMs = finalAt - (beganAt + pcm.length / 16);
  console.log(
    `  ${drafts.length} drafts, final ${Math.round(afterMs)} ms after the last sample: ${final?.text ?? ""}`,
  );
  expect(drafts.length).toBeGreaterThan(0);
  expect(final?.text).toContain("that works for me");
  expect(final?.text).toMatch(/budget is made\W*$/);
  expect(final?.startMs).toBeGreaterThanOrEqual(60_000);
  expect(
    final?.words.every(
      ({ startMs, endMs }) => startMs >= 60_000 && endMs <= 60_000 + all.length / 16,
    ),
  ).toBe(true);
});
