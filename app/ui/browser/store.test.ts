import { expect, test } from "vitest";
import { createEmitter, createStore } from "./store.ts";

test("a store tells those who listen when its value becomes another one", () => {
  const store = createStore({ n: 1 });
  const first = store.get();
  const seen: number[] = [];
  const stop = store.subscribe(() => seen.push(store.get().n));
  store.set(first);
  store.set({ n: 2 });
  stop();
  store.set({ n: 3 });
  expect(seen).toEqual([2]);
  expect([store.get().n, store.getInitial().n]).toEqual([3, 1]);
});

test("an emitter reaches the others when one stops listening at the call", () => {
  const { subscribe, emit } = createEmitter<[string]>();
  const heard: string[] = [];
  const stop = subscribe((word) => {
    heard.push(`once ${word}`);
    stop();
  });
  subscribe((word) => heard.push(`always ${word}`));
  emit("a");
  emit("b");
  expect(heard).toEqual(["once a", "always a", "always b"]);
});
