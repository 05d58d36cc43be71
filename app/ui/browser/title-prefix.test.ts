import { expect, test } from "vitest";
import { prefixed } from "./title-prefix.ts";

test.each([
  ["a first prefix", "Home · Parley", "", "(1) ", "(1) Home · Parley"],
  ["another one in its place", "(1) Home · Parley", "(1) ", "(2) ", "(2) Home · Parley"],
  ["none any more", "(1) Home · Parley", "(1) ", "", "Home · Parley"],
  [
    "one before a new page's title",
    "Recordings · Parley",
    "(1) ",
    "(1) ",
    "(1) Recordings · Parley",
  ],
  ["both", "(1) Home", "(1) ", "Jo is waiting · (1) ", "Jo is waiting · (1) Home"],
])("%s", (_name, title, before, prefix, wanted) => {
  expect(prefixed(title, before, prefix)).toBe(wanted);
});
