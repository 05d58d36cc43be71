import { expect, test } from "vitest";
import { appForFile } from "./app-for-file.ts";
import { astrayIn } from "./astray.ts";
import { findHoles, keep, type Try } from "./holes.ts";
import { VISITS } from "./visitors.ts";
import { DEEDS } from "./recorded.ts";
import { fill } from "./replay.ts";
import { misdeclared, refusalsIn, untried } from "./tries.ts";
import { aWorld, type World } from "./world.ts";

const app = await appForFile();
const world = keep(aWorld);

test("every command, and every other action of members, is written down with its right", () => {
  expect(untried(app, [...DEEDS, ...VISITS])).toEqual([]);
  expect(misdeclared(app, DEEDS)).toEqual([]);
  expect(misdeclared(app, VISITS)).toEqual([]);
  const names = DEEDS.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});

const ROUTES = [...new Set(DEEDS.map(({ recorded }) => recorded.route))];
test.each(ROUTES)(
  "%s does nothing for who may not, and answers as the policy says",
  async (route) => {
    const deeds = DEEDS.filter(({ recorded }) => recorded.route === route);
    const { asked, holes } = await findHoles(app, world, (made) => refusalsIn(made, deeds));
    expect(holes).toEqual([]);
    expect(asked).toBeGreaterThan(0);
  },
);

/** Without the page's secret: by a stranger, by members, and by an admin who looks with another's rights. */
const strangers = ({ actors }: World): Try[] =>
  VISITS.flatMap(({ name, recorded, answers }) =>
    ["nobody", "owner", "an admin as the owner", "an admin of another workspace"].map((who) => ({
      name: `${who}: ${name}`,
      token: actors[who]?.token ?? null,
      recorded,
      wanted: answers,
    })),
  );

test("a visitor's command does nothing without the secret of its page", async () => {
  const { asked, holes } = await findHoles(app, world, strangers);
  expect(holes).toEqual([]);
  expect(asked).toBe(4 * VISITS.length);
});

test("a form of another page is no form of this one", async () => {
  const { asked, holes } = await findHoles(app, world, (made) => astrayIn(made, 3));
  expect(holes).toEqual([]);
  expect(asked).toBeGreaterThan(500);
});

/** Of their own call, with a recording, a person or a guest of another of their calls. */
function mixed({ actors, grounds }: World): Try[] {
  const [one, other] = [grounds["team"], grounds["granted"]];
  if (!one || !other) return expect.fail("no houses");
  return DEEDS.flatMap(({ name, recorded }) => {
    const nested = Object.values(recorded.form ?? {}).some((value) => OF_A_CALL.test(value));
    if (!nested || !/\{(?:call|live)Id\}/.test(recorded.path)) return [];
    const named = fill(recorded, (kind) => other.house[kind]);
    const { path } = fill(recorded, (kind) => one.house[kind]);
    return {
      name: `the owner: ${name} with something of another call`,
      token: actors["owner"]?.token ?? null,
      recorded: { ...named, path },
      wanted: ["404 not_found", "422"],
    };
  });
}
const OF_A_CALL = /\{(?:recording|participant|guest|grant)Id\}/;

test("what hangs on one call is not reached through another", async () => {
  const { asked, holes } = await findHoles(app, world, mixed);
  expect(holes).toEqual([]);
  expect(asked).toBeGreaterThan(4);
});
