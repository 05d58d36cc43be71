import { expect, test } from "vitest";
import { parseQuery } from "./grammar.ts";
import { saidBy, withSaidBy } from "./said-by.ts";

test.each([
  ["price", null],
  ["side:us price", "us"],
  ["price speaker:Customer", "customer"],
  ["side:us side:customer", null],
  ['"side:us"', null],
  ["-side:us price", null],
  ["speaker:aki", null],
])("%s is said by %s", (query, side) => {
  expect(saidBy(query)).toBe(side);
});

test.each([
  ["price", "customer", "side:customer price"],
  ["", "us", "side:us"],
  ["side:us price", "customer", "side:customer price"],
  ["price speaker:customer", null, "price"],
  ['side:us "our price" title:"big co"', "customer", 'side:customer "our price" title:"big co"'],
  ["price OR cost", "customer", "side:customer (price OR cost)"],
  ['"open', "us", 'side:us "open'],
] as const)("%s, asked of %s", (query, side, asked) => {
  expect(withSaidBy(query, side)).toBe(asked);
  expect(saidBy(withSaidBy(query, side))).toBe(side);
  expect(parseQuery(withSaidBy(query, side)).isOk).toBe(true);
});
