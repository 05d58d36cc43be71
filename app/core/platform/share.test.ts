import { expect, test } from "vitest";
import { sharing } from "./share.ts";

function held() {
  const waiting: ((value: number) => void)[] = [];
  let begun = 0;
  const run = () => {
    begun++;
    return new Promise<number>((done) => waiting.push(done));
  };
  return { run, begun: () => begun, answer: (value: number) => waiting.shift()?.(value) };
}

test("whoever asks while a read is under way gets one that begins after the question", async () => {
  const { run, begun, answer } = held();
  const share = sharing();
  const first = share("a", run);
  const others = [share("a", run), share("a", run), share("a", run)];
  expect(begun()).toBe(1);
  answer(1);
  expect(await first).toBe(1);
  await Promise.resolve();
  expect(begun()).toBe(2);
  const late = share("a", run);
  answer(2);
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
  await Promise.resolve();
  expect(begun()).toBe(3);
  answer(3);
  expect(await late).toBe(3);
});

test("another question runs at once, and a quiet key begins anew", async () => {
  const { run, begun, answer } = held();
  const share = sharing();
  const [a, b] = [share("a", run), share("b", run)];
  expect(begun()).toBe(2);
  answer(1);
  answer(2);
  expect(await Promise.all([a, b])).toEqual([1, 2]);
  await Promise.resolve();
  const again = share("a", run);
  expect(begun()).toBe(3);
  answer(4);
  expect(await again).toBe(4);
});

test("a read that fails fails for those who shared it, and for nobody after", async () => {
  const share = sharing();
  let runs = 0;
  const run = () => (runs++ === 0 ? Promise.reject(new Error("gone")) : Promise.resolve(7));
  const first = share("a", run);
  const second = share("a", run);
  await expect(first).rejects.toThrow("gone");
  expect(await second).toBe(7);
});
