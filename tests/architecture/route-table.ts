import type { RouteConfigEntry } from "@remix-run/route-config";
import table from "#app/routes.ts";

export type Row = {
  id: string;
  /** As the specification writes it: `/recordings/{id}`. */
  path: string;
  file: string;
  parentId: string;
};

const ROOT_ID = "root";
/** Remix names a route after its file unless the table names it. */
const idOf = ({ id, file }: RouteConfigEntry): string => id ?? file.replace(/\.[a-z]+$/, "");

function flatten(entries: readonly RouteConfigEntry[], above: string, parentId: string): Row[] {
  return entries.flatMap((entry) => {
    const path = [above, entry.path ?? ""].filter((part) => part !== "").join("/");
    const id = idOf(entry);
    const isPage = entry.index === true || entry.path !== undefined;
    const own = isPage ? [{ id, path: spelled(path), file: `app/${entry.file}`, parentId }] : [];
    return [...own, ...flatten(entry.children ?? [], path, id)];
  });
}

const spelled = (path: string): string => `/${path.replace(/:([A-Za-z-]+)/g, "{$1}")}`;

/** Every address of the product; layouts, which have none of their own, are not among them. */
export const listRoutes = (): Row[] => flatten(table, "", ROOT_ID);

/** Every module of the table, layouts and the root included. */
export function listModules(): string[] {
  const walk = (entries: readonly RouteConfigEntry[]): string[] =>
    entries.flatMap(({ file, children }) => [`app/${file}`, ...walk(children ?? [])]);
  return [...new Set(["app/root.tsx", ...walk(table)])];
}
