import { expect } from "vitest";
import { latenesses, spreadMs, type Step } from "./live-oracle.ts";

/** live §16.4: of one track against the script, and of the tracks against each other. */
export const ALIGNED_MS = 100;
export const ms = (value: number): string => `${value.toFixed(0)} ms`;
export const say = (line: string): void => console.log(`  ${line}`);

/** Holds that tones were heard, and where they belong. */
export function expectAligned(what: string, steps: readonly Step[]): void {
  const late = latenesses(steps);
  const far = steps
    .filter(({ lateMs }) => Math.abs(lateMs ?? 0) > ALIGNED_MS / 2)
    .map(({ dueMs, lateMs }) => `${ms(lateMs ?? 0)} at ${(dueMs / 1000).toFixed(1)} s`);
  say(
    `${what}: ${late.length} of ${steps.length} tones, ${ms(Math.min(...late))} to ${ms(Math.max(...late))} after their moment; ${far.join(", ") || "none by more than half of what may be"}`,
  );
  expect(late.length).toBeGreaterThan(0);
  expect(Math.max(...late.map(Math.abs)), what).toBeLessThanOrEqual(ALIGNED_MS);
  expect(spreadMs(late), what).toBeLessThanOrEqual(ALIGNED_MS);
}
