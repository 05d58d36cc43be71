import { expect, test } from "vitest";
import { LinkWatch } from "./link-watch.ts";

test("a line on which nothing comes is a span once packets come again", () => {
  const link = new LinkWatch();
  expect(link.see(2000, 30, false)).toBeNull();
  expect(link.see(4000, 900, false)).toBeNull(); // silence sends every 400 ms, the look may fall anywhere
  expect(link.see(6000, 1700, false)).toBeNull();
  expect(link.see(8000, 3700, false)).toBeNull();
  expect(link.see(10_000, 100, false)).toEqual({ fromMs: 4300, toMs: 9900 });
  expect(link.see(12_000, 20, false)).toBeNull();
});

test("who is muted sends nothing and nothing is wrong", () => {
  const link = new LinkWatch();
  expect(link.see(2000, 10, false)).toBeNull();
  for (let now = 4000; now < 60_000; now += 2000)
    expect(link.see(now, now - 1990, true)).toBeNull();
  expect(link.see(60_000, 5, false)).toBeNull();
});

test("a track that ends on a dead line ends the span", () => {
  const link = new LinkWatch();
  link.see(2000, null, false);
  expect(link.end(2500)).toBeNull();
  link.see(4000, 1800, false);
  expect(link.end(5000)).toEqual({ fromMs: 2200, toMs: 5000 });
  expect(link.end(6000)).toBeNull();
});
