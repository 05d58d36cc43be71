import { expect, test } from "vitest";
import { addHeard } from "../call/heard.ts";
import { carriedHeard } from "./carried-heard.ts";

const range = (from: number, to: number) => ({ t0Ms: from * 1_000, t1Ms: to * 1_000 });

test("what was heard of a clip stays heard where its moments are now, and new ones are not", () => {
  const before = [range(10, 20), range(40, 50)];
  const { bits } = addHeard(null, [range(5, 15)], 20_000);
  // Played of the call: 15 to 20 and 40 to 45.
  expect(carriedHeard(bits, before, before)).toEqual({ bits, seconds: 10 });
  const turned = carriedHeard(bits, before, [range(40, 50), range(10, 20)]);
  expect(turned).toEqual(addHeard(null, [range(0, 5), range(15, 20)], 20_000));
  const longer = carriedHeard(bits, before, [range(12, 30)]);
  expect(longer).toEqual(addHeard(null, [range(3, 8)], 18_000));
  expect(carriedHeard(bits, before, [range(60, 70)]).seconds).toBe(0);
});
