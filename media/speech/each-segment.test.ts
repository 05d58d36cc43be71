import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { eachSegment } from "./each-segment.ts";
import { type SegmentIn, SpeechError } from "./engine.ts";
import { collect } from "./test-tools.ts";

async function* feed(count: number): AsyncGenerator<SegmentIn> {
  for (let n = 0; n < count; n++) {
    await turn();
    yield { id: `s${n}`, startMs: n * 1000, endMs: n * 1000 + 500, pcm: new Int16Array(8000) };
  }
}
const options = { language: "en", bias: [], signal: new AbortController().signal };

describe("segments one after the other", () => {
  it("a fault that ends the run leaves no other segment to be tried again", async () => {
    const tried: string[] = [];
    const failed: string[] = [];
    const all = Promise.withResolvers<undefined>();
    const over = Promise.withResolvers<undefined>();
    const run = eachSegment(
      feed(6),
      { ...options, onSegmentFailed: (id) => failed.push(id) },
      {
        concurrency: 3,
        async recognise({ id }) {
          if (tried.push(id) === 3) all.resolve(undefined);
          // The first fails once three are under way, the others once the run has ended.
          await (id === "s0" ? all : over).promise;
          throw new SpeechError("engine_failed", id);
        },
        isFatal: ({ message }) => message.includes("s0"),
      },
    );
    await expect(collect(run)).rejects.toMatchObject({ code: "engine_failed" });
    over.resolve(undefined);
    await turn(); // a second try would begin before this: nothing delays it
    expect(tried).toEqual(["s0", "s1", "s2"]);
    expect(failed).toEqual([]);
  });
});
