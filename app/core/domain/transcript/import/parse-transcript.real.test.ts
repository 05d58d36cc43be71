import { expect, test } from "vitest";
import { cpuMs } from "#tests/support/cpu-time.ts";
import { parseTranscript } from "./parse-transcript.ts";

test("20,000 cues are read in seconds, whether they have ends or not", () => {
  const clock = (n: number) =>
    `${String(Math.floor(n / 60)).padStart(2, "0")}:${String(n % 60).padStart(2, "0")}`;
  const txt = Array.from({ length: 20_000 }, (_, n) => `[${clock(n)}] Aki: word ${n}`).join("\n");
  let found = 0;
  const took = cpuMs(() => {
    const outcome = parseTranscript(new TextEncoder().encode(txt));
    found = outcome.isOk ? outcome.document.segments.length : 0;
  });
  expect(found).toBe(20_000);
  expect(took).toBeLessThan(5_000);
});
