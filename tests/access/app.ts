import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { isRouteErrorResponse } from "@remix-run/react";
import type { RouteConfigEntry } from "@remix-run/route-config";
import * as z from "zod";
import { narrowing } from "#app/http/narrow-build.ts";
import table from "#app/routes.ts";
import remixConfig from "../../remix.config.js";

/** By intent, as the builder of a page with commands carries them. */
type Commands = Record<string, { needs: string }>;
type Entrance = { needs: unknown; audience: unknown; commands: Commands | null };
/** A row of the table with what its module declares. */
export type AppRoute = {
  id: string;
  /** Parameters as the table writes them: `recordings/:id`. */
  path: string;
  isPage: boolean;
  loader: Entrance | null;
  action: Entrance | null;
  /** Ways in that no builder made, so that nobody is asked for a right there. */
  undeclared: string[];
};
type Module = Record<string, unknown>;

const modules: Record<string, () => Promise<unknown>> = import.meta.glob(
  "../../app/routes/**/*.{ts,tsx}",
);
async function load(file: string): Promise<Module> {
  const module = await modules[`../../app/${file}`]?.();
  if (typeof module !== "object" || module === null) throw new Error(`app/${file} is not there`);
  return { ...module };
}

const idOf = ({ id, file }: RouteConfigEntry): string => id ?? file.replace(/\.[a-z]+$/, "");
const entrance = (value: unknown): Entrance | null =>
  typeof value === "function" && "needs" in value && "audience" in value
    ? {
        needs: value.needs,
        audience: value.audience,
        commands: "commands" in value ? commandsOf(value.commands) : null,
      }
    : null;

const tableSchema = z.object({ commands: z.record(z.string(), z.object({ needs: z.string() })) });
const commandsOf = (table: unknown): Commands => tableSchema.parse(table).commands;

/** `loader` and `action` that are there and do not say what they need. */
const undeclaredIn = (module: Module): string[] =>
  ["loader", "action"].filter((name) => name in module && entrance(module[name]) === null);

/** A route that is in no table: a test of the tests. */
export type Planted = { entry: RouteConfigEntry; module: Module };

export type App = {
  routes: AppRoute[];
  /** What vite:build would have written of these modules. */
  build: ServerBuild;
  /** Answers as the server does behind its gate; pages come as their data. */
  ask: (request: Request) => Promise<Response>;
  /** What was thrown that is no refusal: bugs. */
  faults: unknown[];
  /** Ends streams. */
  close: () => void;
};

/** How pages are drawn: as the product does, with the frame around them. */
const drawn = async () => ({
  root: { ...(await import("#app/root.tsx")) },
  entry: { ...(await import("#app/entry.server.tsx")) },
});
/** A word instead of a page: most tests ask for data. */
const bare = {
  root: { default: () => null },
  entry: { default: (_request: Request, status: number) => new Response("page", { status }) },
};

/**
 * The route modules behind Remix's own handler, without a build: what a request meets after the gate.
 * @param draws whether pages are drawn, too
 */
export async function openApp(
  planted: Planted | null = null,
  { draws = false }: { draws?: boolean } = {},
): Promise<App> {
  const routes: AppRoute[] = [];
  const { root, entry } = draws ? await drawn() : bare;
  const manifest: Record<string, object> = { root: { id: "root", path: "", module: root } };
  const walk = async (entries: readonly RouteConfigEntry[], above: string, parentId: string) => {
    for (const entry of entries) {
      const id = idOf(entry);
      const module = entry === planted?.entry ? planted.module : await load(entry.file);
      const path = [above, entry.path ?? ""].filter((part) => part !== "").join("/");
      manifest[id] = { id, parentId, path: entry.path, index: entry.index, module };
      routes.push({
        id,
        path,
        isPage: "default" in module,
        loader: entrance(module["loader"]),
        action: entrance(module["action"]),
        undeclared: undeclaredIn(module),
      });
      await walk(entry.children ?? [], path, id);
    }
  };
  await walk(planted ? [...table, planted.entry] : table, "", "root");
  const closed = new AbortController();
  const faults: unknown[] = [];
  const made = {
    entry: {
      module: {
        ...entry,
        handleError: (error: unknown, { request }: { request: Request }) => {
          if (!isRouteErrorResponse(error)) faults.push(error);
          if ("handleError" in entry) entry.handleError(error, { request });
        },
      },
    },
    routes: manifest,
    assets: {
      entry: { imports: [], module: "" },
      routes: Object.fromEntries(
        Object.entries(manifest).map(([id, route]) => [id, { ...route, module: "" }]),
      ),
      url: "",
      version: "1",
    },
    publicPath: "/",
    assetsBuildDirectory: "",
    basename: "/",
    isSpaMode: false,
    mode: "production",
    future: remixConfig.future,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what vite:build would have written
  const build = made as unknown as ServerBuild;
  // As behind the edge: the whole table would be held against each of very many requests.
  const buildFor = narrowing(build);
  const handlers = new Map<ServerBuild, RequestHandler>();
  const handlerFor = (pathname: string): RequestHandler => {
    const narrow = buildFor(pathname);
    const handler = handlers.get(narrow) ?? createRequestHandler(narrow, "production");
    handlers.set(narrow, handler);
    return handler;
  };
  return {
    routes,
    build,
    faults,
    ask: (request) => {
      const { pathname, searchParams } = new URL(request.url);
      const isPageData = searchParams.has("_data");
      return handlerFor(pathname)(request, { closed: closed.signal, isPageData });
    },
    close: () => closed.abort(),
  };
}
