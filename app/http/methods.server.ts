import { matchPath, matchRoutes } from "@remix-run/react";
import type { ServerBuild } from "@remix-run/node";

type Build = Pick<ServerBuild, "routes">;
type Route = NonNullable<Build["routes"][string]>;
type Tree = NonNullable<Parameters<typeof matchRoutes>[0]>;

const READS = ["GET", "HEAD"];
const CHANGES = ["POST", "PUT", "PATCH", "DELETE"];

/**
 * What an address takes: reads where it is a page or has a loader, and what its action declares (house §7). Asked
 * before Remix, which calls a loader that is not there a bad request, and never says what would have been taken.
 * @returns null where the method is taken, or the route answers whatever comes; otherwise the methods that are
 */
export function refusing(build: Build): (method: string, pathname: string) => string[] | null {
  const tree = treeOf(build.routes, undefined);
  const leaves = new Map(Object.values(build.routes).map((route) => [route.id, route]));
  // Matching all of a word's routes costs as much as two rows of a list, and almost everything can be read.
  const unread = [...leaves.values()].filter(isUnread).map((route) => pathOf(build.routes, route));
  return (method, pathname) => {
    if (READS.includes(method) && !unread.some((path) => matchPath(path, pathname))) return null;
    const leaf = leaves.get(matchRoutes(tree, pathname)?.at(-1)?.route.id ?? "");
    if (!leaf || leaf.path?.endsWith("*")) return null;
    const taken = methodsOf(leaf);
    return taken.includes(method) ? null : taken;
  };
}

const isUnread = ({ path, module }: Route): boolean =>
  path !== undefined && module.default === undefined && module.loader === undefined;

function methodsOf(route: Route): string[] {
  return [...(isUnread(route) ? [] : READS), ...changesOf(route.module.action)];
}

function changesOf(action: unknown): string[] {
  if (typeof action !== "function") return [];
  const needs: unknown = "needs" in action ? action.needs : null;
  return typeof needs === "object" && needs !== null ? Object.keys(needs) : CHANGES;
}

function treeOf(routes: Build["routes"], parentId: string | undefined): Tree {
  return Object.values(routes)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) =>
      index === true
        ? { id, index, ...(path !== undefined && { path }) }
        : { id, ...(path !== undefined && { path }), children: treeOf(routes, id) },
    );
}

function pathOf(routes: Build["routes"], route: Route): string {
  const above = route.parentId === undefined ? undefined : routes[route.parentId];
  const path = above ? pathOf(routes, above) : "";
  return route.path === undefined || route.path === "" ? path : `${path}/${route.path}`;
}
