import { expect, test } from "vitest";
import { sheetsLoaded } from "./sheets-loaded.ts";

const settled = async (promise: Promise<void>): Promise<boolean> => {
  let isSettled = false;
  void promise.then(() => (isSettled = true));
  await new Promise((done) => setImmediate(done));
  return isSettled;
};

test("drawing waits until the last sheet has come or failed", async () => {
  const [first, second] = [new EventTarget(), new EventTarget()];
  const loaded = sheetsLoaded([first, second], 60_000);
  first.dispatchEvent(new Event("load"));
  expect(await settled(loaded)).toBe(false);
  second.dispatchEvent(new Event("error"));
  await loaded;
});

test("a page whose styles stand in it waits for nothing", async () => {
  await sheetsLoaded([], 60_000);
});

test("a sheet that never comes is not waited for", async () => {
  await sheetsLoaded([new EventTarget()], 5);
});
