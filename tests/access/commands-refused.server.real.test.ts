import { expect, test } from "vitest";
import { appForFile } from "./app-for-file.ts";
import { astrayIn } from "./astray.ts";
import { findHoles, keep } from "./holes.ts";
import { aWorld } from "./world.ts";

const app = await appForFile();
const world = keep(aWorld);

test("no form of another page is one of this one, whoever sends it", async () => {
  const { asked, holes } = await findHoles(app, world, (made) => astrayIn(made, 1));
  expect(holes).toEqual([]);
  expect(asked).toBeGreaterThan(10_000);
});
