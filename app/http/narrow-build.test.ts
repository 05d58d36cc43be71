import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import table from "#app/routes.ts";
import { narrowing } from "./narrow-build.ts";

type Routes = Parameters<typeof matchRoutes>[0];
type Entry = { id: string; parentId?: string; path?: string; index?: boolean };

function flatten(entries: readonly RouteConfigEntry[], parentId: string): Entry[] {
  return entries.flatMap(({ id: given, file, path, index, children }) => {
    const id = given ?? file;
    const own = { id, parentId, ...(path !== undefined && { path }), ...(index && { index }) };
    return [own, ...flatten(children ?? [], id)];
  });
}

const all: Entry[] = [{ id: "root", path: "" }, ...flatten(table, "root")];
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what narrowing reads of a build
const build = {
  routes: Object.fromEntries(all.map((route) => [route.id, route])),
  assets: { routes: Object.fromEntries(all.map((route) => [route.id, route])) },
} as unknown as ServerBuild;
const buildFor = narrowing(build);

function match(routes: Record<string, Entry>, pathname: string): string {
  const under = (parentId: string | undefined): Routes =>
    Object.values(routes)
      .filter((route) => route.parentId === parentId)
      .map(({ id, path, index }) =>
        index ? { id, index: true } : { id, ...(path && { path }), children: under(id) },
      );
  const found = matchRoutes(under(undefined), pathname) ?? [];
  return JSON.stringify(found.map(({ route, params }) => [route.id, params]));
}

const id = "01a201cf-c08d-73c0-913a-e203efe2bdfb";
const addresses = [
  ...all.flatMap(({ id: of, path }) => {
    const above: string[] = [];
    for (let at = all.find((one) => one.id === of); at; ) {
      above.unshift(at.path ?? "");
      const parent: string | undefined = at.parentId;
      at = all.find((one) => one.id === parent);
    }
    const whole = `/${above.filter(Boolean).join("/")}`.replace(/:\w+|\*/g, id);
    return path === undefined ? [whole] : [whole, `${whole}/`, `${whole}/more`, whole.slice(0, -1)];
  }),
  ...[
    "/",
    "//",
    "//recordings",
    "/Recordings",
    "/%72ecordings",
    "/recordings%2F1",
    "/recordings//",
  ],
  ...[
    "/signin/../recordings",
    "/calls",
    "/calls/x",
    "/setting",
    "/nothing",
    "/:id",
    "/*",
    "/toString",
  ],
  ...["/__proto__", "/constructor/x", "/recordings?x=1"],
];

test("every address meets the same route as with all of them", () => {
  expect(addresses.length).toBeGreaterThan(150);
  for (const address of addresses)
    expect(match(buildFor(address).routes as Record<string, Entry>, address), address).toBe(
      match(build.routes as Record<string, Entry>, address),
    );
});

test("an address of ours is held against few", () => {
  const narrow = buildFor("/recordings");
  expect(Object.keys(narrow.routes).length).toBeLessThan(all.length / 3);
  expect(Object.keys(narrow.assets.routes)).toEqual(Object.keys(narrow.routes));
  expect(narrow.routes["root"]).toBeDefined();
  expect(buildFor("/elsewhere")).toBe(build);
});
