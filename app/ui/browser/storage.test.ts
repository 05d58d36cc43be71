import { expect, test } from "vitest";
import { createStoredStore, readStored, writeStored } from "./storage.ts";

// Node has no storage for pages: what a browser with storage closed looks like.

test("where storage is closed nothing is kept and nothing fails", () => {
  writeStored("local", "key", "text");
  writeStored("session", "key", null);
  expect([readStored("local", "key"), readStored("session", "key")]).toEqual([null, null]);
});

test("a stored value then lasts as long as the page, and begins with what none means", () => {
  const store = createStoredStore("key", (text) => (text === null ? "none" : `kept ${text}`));
  expect([store.get(), store.getInitial()]).toEqual(["none", "none"]);
  store.set("chosen");
  expect([store.get(), store.getInitial()]).toEqual(["chosen", "none"]);
});
