import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createLiveFit } from "./live-fit.ts";
import { ENOUGH_MS, type Heard } from "./voice-warp.ts";

const piece = (id: string, ms: number) => ({
  ...{ id, startMs: 0, endMs: ms },
  pcm: new Int16Array(ms * 16),
});
const words = [{ text: "yes", startMs: 0, endMs: 300 }];

it("asks once, with the pieces that had words, as soon as they hold enough", async () => {
  const asked: Heard[][] = [];
  const fit = createLiveFit((heard) => {
    asked.push(heard);
    return Promise.resolve(1.12);
  });
  fit.take(piece("breath", ENOUGH_MS), []);
  fit.take(piece("a", ENOUGH_MS - 1_000), words);
  await turn();
  expect(asked).toEqual([]);
  expect(fit.warp).toBe(1);
  fit.take(piece("b", 1_000), words);
  fit.take(piece("c", ENOUGH_MS), words);
  await expect(fit.found).resolves.toBe(1.12);
  expect(fit.warp).toBe(1.12);
  expect(asked.map((heard) => heard.map(({ id }) => id))).toEqual([["a", "b"]]);
});

it("stays at 1 where the warp cannot be found", async () => {
  const fit = createLiveFit(() => Promise.reject(new Error("no decoder")));
  let isTold = false;
  void fit.found.then(() => (isTold = true));
  fit.take(piece("a", ENOUGH_MS), words);
  await turn();
  expect(fit.warp).toBe(1);
  expect(isTold).toBe(false);
});
