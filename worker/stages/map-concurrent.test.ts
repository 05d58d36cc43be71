import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { mapConcurrent } from "./map-concurrent.ts";

const quiet = new AbortController().signal;

it("answers in the order of the items, and never has more under way than it may", async () => {
  let underWay = 0;
  let most = 0;
  const answers = await mapConcurrent([30, 1, 20, 1, 5], 2, quiet, async (ms, at) => {
    most = Math.max(most, ++underWay);
    await sleep(ms);
    underWay--;
    return `${at}:${ms}`;
  });
  expect(answers).toEqual(["0:30", "1:1", "2:20", "3:1", "4:5"]);
  expect(most).toBe(2);
});

it("throws the first failure after the others were called off and have ended", async () => {
  const ended: number[] = [];
  const begun: number[] = [];
  const work = mapConcurrent([0, 1, 2], 2, quiet, async (at, _, signal) => {
    begun.push(at);
    if (at === 1) throw new Error("no sound in 1");
    await sleep(5_000, undefined, { signal }).catch(() => undefined);
    await sleep(5);
    ended.push(at);
  });
  await expect(work).rejects.toThrow("no sound in 1");
  expect(ended).toEqual([0]);
  expect(begun).toEqual([0, 1]);
});

it("throws the reason of whoever stops it, and begins nothing more", async () => {
  const stopping = new AbortController();
  const begun: number[] = [];
  const work = mapConcurrent([0, 1, 2], 1, stopping.signal, async (at) => {
    begun.push(at);
    await Promise.resolve();
    stopping.abort(new Error("the worker stops"));
  });
  await expect(work).rejects.toThrow("the worker stops");
  expect(begun).toEqual([0]);
});

it("has nothing to do for nobody", async () => {
  await expect(
    mapConcurrent([], 2, quiet, () => Promise.reject(new Error("never"))),
  ).resolves.toEqual([]);
});
