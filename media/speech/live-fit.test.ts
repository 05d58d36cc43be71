import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createLiveFit, FIT_AFTER_MS } from "./live-fit.ts";

const [FIRST, SECOND] = FIT_AFTER_MS;
const piece = (id: string, ms: number) => ({
  ...{ id, startMs: 0, endMs: ms },
  pcm: new Int16Array(ms * 16),
});
const words = [{ text: "yes", startMs: 0, endMs: 300 }];

/** A fit whose answers are given in turn. */
function open(...answers: (number | Error)[]) {
  const asked: { ids: string[]; warp: number }[] = [];
  const told: number[] = [];
  const fit = createLiveFit((heard, warp) => {
    asked.push({ ids: heard.map(({ id }) => id), warp });
    const answer = answers[asked.length - 1] ?? 1;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  fit.onFound((warp) => told.push(warp));
  return { fit, asked, told };
}

it("asks with the pieces that had words as soon as they hold enough, and again with what was heard under its answer", async () => {
  const { fit, asked, told } = open(1.18, 1.24);
  fit.take(piece("breath", FIRST), [], 1);
  fit.take(piece("a", FIRST - 1_000), words, 1);
  await turn();
  expect(asked).toEqual([]);
  fit.take(piece("b", 1_000), words, 1);
  fit.take(piece("while it looks", SECOND), words, 1);
  await turn();
  expect(asked).toEqual([{ ids: ["a", "b"], warp: 1 }]);
  expect(fit.warp).toBe(1.18);
  fit.take(piece("under the old one", SECOND), words, 1);
  fit.take(piece("c", SECOND), words, 1.18);
  await turn();
  expect(asked[1]).toEqual({ ids: ["c"], warp: 1.18 });
  expect(told).toEqual([1.18, 1.24]);
  fit.take(piece("d", SECOND), words, 1.24);
  await turn();
  expect(asked).toHaveLength(2);
});

it("says nothing where the warp stays as it is, and nothing to who has gone", async () => {
  const { fit, asked, told } = open(1, 1.12);
  const end = fit.onFound((warp) => told.push(-warp));
  end();
  fit.take(piece("a", FIRST), words, 1);
  await turn();
  expect(told).toEqual([]);
  fit.take(piece("b", SECOND), words, 1);
  await turn();
  expect(asked).toHaveLength(2);
  expect(told).toEqual([1.12]);
});

it("goes on where the warp cannot be found", async () => {
  const { fit, asked, told } = open(new Error("no decoder"), 1.12);
  fit.take(piece("a", FIRST), words, 1);
  await turn();
  expect(fit.warp).toBe(1);
  fit.take(piece("b", SECOND), words, 1);
  await turn();
  expect(asked[1]).toEqual({ ids: ["b"], warp: 1 });
  expect(told).toEqual([1.12]);
});
