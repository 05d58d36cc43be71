import type { ServerBuild } from "@remix-run/node";

type Routes = Record<
  string,
  { id: string; parentId?: string | undefined; path?: string | undefined }
>;

/**
 * Remix holds every address against every route, four times a page: a sixth of what a list costs. Routes that begin
 * with another word can never match.
 * @returns the build with those routes left out; the whole one where the first word is none of ours
 */
export function narrowing(build: ServerBuild): (pathname: string) => ServerBuild {
  const words = new Set(Object.keys(build.routes).map((id) => firstWord(build.routes, id)));
  const narrow = new Map<string, ServerBuild>();
  for (const word of words) {
    if (word === null || /[:*?]/.test(word)) continue;
    const kept = idsOf(build.routes, word);
    narrow.set(word, {
      ...build,
      routes: pick(build.routes, kept),
      assets: { ...build.assets, routes: pick(build.assets.routes, kept) },
    });
  }
  return (pathname) => narrow.get(pathname.split("/", 2)[1] ?? "") ?? build;
}

/** Those whose address may begin with `word`, and what they lie in. */
function idsOf(routes: Routes, word: string): Set<string> {
  const ids = new Set<string>();
  for (const id of Object.keys(routes)) {
    const first = firstWord(routes, id);
    if (first === null || (first !== word && !/[:*?]/.test(first))) continue;
    for (let at: string | undefined = id; at !== undefined; at = routes[at]?.parentId) ids.add(at);
  }
  return ids;
}

/** Of a route's whole address; null for a frame, which has none of its own. */
function firstWord(routes: Routes, id: string): string | null {
  const path: string[] = [];
  for (let at = routes[id]; at; at = routes[at.parentId ?? ""]) if (at.path) path.unshift(at.path);
  const [first] = path.join("/").split("/").filter(Boolean);
  return first ?? null;
}

const pick = <T>(all: Record<string, T>, ids: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
