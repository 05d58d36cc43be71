import { describe, expect, test } from "vitest";
import { createHearing, levelOf } from "./mic-level.ts";

const zeros = new Float32Array(2048);
const noise = (peak: number) => Float32Array.from({ length: 2048 }, (_, n) => peak * Math.sin(n));

describe("the level of a microphone", () => {
  test("is nothing for zeros and whole for a full-scale square", () => {
    expect(levelOf(zeros)).toBe(0);
    expect(levelOf(new Float32Array(2048).fill(1))).toBe(1);
  });

  test("shows speech at −30 dB around the second fifth and the noise of a room not at all", () => {
    expect(levelOf(new Float32Array(2048).fill(0.0316))).toBeCloseTo(0.4, 2);
    expect(levelOf(new Float32Array(2048).fill(0.001))).toBe(0);
  });
});

describe("what is heard", () => {
  test("is silent after five seconds of zeros, not earlier", () => {
    const judge = createHearing(0);
    expect(judge(zeros, 4_999)).toBe("listening");
    expect(judge(zeros, 5_000)).toBe("silent");
  });

  test("is not silent in a quiet room, however long nobody speaks", () => {
    const judge = createHearing(0);
    for (let now = 0; now <= 60_000; now += 1_000)
      expect(judge(noise(0.0005), now)).toBe("listening");
  });

  test("recovers when the microphone is switched on, and remembers that somebody spoke", () => {
    const judge = createHearing(0);
    expect(judge(zeros, 6_000)).toBe("silent");
    expect(judge(noise(0.3), 6_100)).toBe("heard");
    expect(judge(noise(0.0005), 9_000)).toBe("heard");
  });
});
