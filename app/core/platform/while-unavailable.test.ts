import { expect, test } from "vitest";
import { whileUnavailable } from "./while-unavailable.ts";

const away = (): Error => Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
/** Work that fails with these, one after the other, and then succeeds. */
function failing(...errors: Error[]) {
  let tries = 0;
  const work = (): Promise<number> => {
    const error = errors[tries++];
    return error ? Promise.reject(error) : Promise.resolve(tries);
  };
  return { work, count: () => tries };
}

test("work is done again until the database is back", async () => {
  const { work } = failing(away());
  expect(await whileUnavailable(work)).toBe(2);
});

test("what else goes wrong is thrown at once", async () => {
  const { work, count } = failing(new TypeError("a bug"));
  await expect(whileUnavailable(work)).rejects.toThrow("a bug");
  expect(count()).toBe(1);
});

test("who has waited long enough gets the last failure, and a stop ends the wait", async () => {
  const late = failing(away());
  await expect(whileUnavailable(late.work, { isOver: () => true })).rejects.toThrow("refused");
  const stopped = failing(away());
  const signal = AbortSignal.abort();
  await expect(whileUnavailable(stopped.work, { signal })).rejects.toThrow("abort");
  expect([late.count(), stopped.count()]).toEqual([1, 1]);
});
