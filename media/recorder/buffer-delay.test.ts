import { expect, test } from "vitest";
import { BufferDelay } from "./buffer-delay.ts";

test("each look tells the wait of what came since the last one, not the mean of the whole call", () => {
  const buffer = new BufferDelay();
  expect(buffer.see(1000, 30_000)).toBe(30);
  expect(buffer.see(2000, 230_000)).toBe(200);
  expect(buffer.see(2000, 230_000)).toBe(200); // nothing left it since
  expect(buffer.see(2500, 250_000)).toBe(40);
});
