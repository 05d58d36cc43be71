import { expect, test } from "vitest";
import { addressesOf } from "./addresses.ts";
import { junkQueries } from "./junk-queries.ts";
import { serveHouse } from "./served-house.ts";

const served = await serveHouse();

test("no value by itself, under any name of any address, is an error of ours", async () => {
  for (const address of addressesOf(served.app, served.house))
    expect((await junkQueries(served, address, { together: 1, turns: 6 })).odd).toEqual([]);
});
