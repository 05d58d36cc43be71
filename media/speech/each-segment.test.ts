import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { eachSegment } from "./each-segment.ts";
import { type SegmentIn, SpeechError } from "./engine.ts";
import { collect } from "./test-call.ts";

async function* feed(count: number): AsyncGenerator<SegmentIn> {
  for (let n = 0; n < count; n++) {
    await sleep(0);
    yield { id: `s${n}`, startMs: n * 1000, endMs: n * 1000 + 500, pcm: new Int16Array(8000) };
  }
}
const options = { language: "en", bias: [], signal: new AbortController().signal };

describe("segments one after the other", () => {
  it("a fault that ends the run leaves no other segment to be tried again", async () => {
    const tried: string[] = [];
    const failed: string[] = [];
    const run = eachSegment(
      feed(6),
      { ...options, onSegmentFailed: (id) => failed.push(id) },
      {
        concurrency: 3,
        async recognise({ id }) {
          tried.push(id);
          await sleep(id === "s0" ? 5 : 30);
          throw new SpeechError("engine_failed", id);
        },
        isFatal: ({ message }) => message.includes("s0"),
      },
    );
    await expect(collect(run)).rejects.toMatchObject({ code: "engine_failed" });
    await sleep(60);
    expect(tried).toEqual(["s0", "s1", "s2"]);
    expect(failed).toEqual([]);
  });
});
