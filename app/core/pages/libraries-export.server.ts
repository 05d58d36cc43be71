import * as z from "zod";
import { demand } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { record } from "#app/core/domain/audit/record.server.ts";
import { listLibraries, readLibrary } from "#app/core/domain/library/library-reads.server.ts";
import { LIBRARY_KINDS } from "#app/core/domain/library/library.schema.ts";
import type {
  FolderView,
  ItemView,
  LibraryKind,
  LibraryLine,
} from "#app/core/domain/library/library-views.ts";
import type { ListData } from "#app/core/domain/list/list-data.ts";
import { readQuery } from "#app/core/domain/list/list-query.ts";
import { db } from "#app/core/platform/db.server.ts";

type LibrariesQuery = { kind: LibraryKind | null; q: string };
export type LibraryColumn = "name" | "kind" | "team" | "owner" | "items" | "followers" | "stale";

/** The libraries the actor may read, as their list shows them. */
export const librariesData: ListData<LibrariesQuery, LibraryLine, LibraryColumn> = {
  name: "libraries",
  parse: (search) => {
    const read = readQuery(search);
    const query = { kind: read.one("kind", z.enum(LIBRARY_KINDS)), q: read.text("q", 80) };
    return { query, ignored: read.ignored("headers") };
  },
  page: null,
  columns: {
    name: (row) => row.name,
    kind: (row) => row.kind,
    team: (row) => row.team,
    owner: (row) => row.owner,
    items: (row) => row.items,
    followers: (row) => row.followers,
    stale: (row) => row.stale,
  },
  open: async (actor, query) => {
    demand(actor, "library.list");
    return exported(actor, "libraries", await listLibraries(actor, query));
  },
};

type ItemLine = ItemView & { folder: string | null };
export type ItemColumn =
  | ("folder" | "title" | "kind" | "state" | "why" | "company")
  | ("starts" | "ends" | "added_by" | "added_at" | "opened");

/** The items of a library in its order, as the actor sees them; what they cannot open is not among them. */
export const itemsData = (libraryId: string): ListData<object, ItemLine, ItemColumn> => ({
  name: "library",
  parse: (search) => ({ query: {}, ignored: readQuery(search).ignored("headers") }),
  page: null,
  columns: {
    folder: (row) => row.folder,
    title: (row) => row.title,
    kind: (row) => row.kind,
    state: (row) => row.state,
    why: (row) => row.why,
    company: (row) => row.company,
    starts: (row) => Math.round(row.t0Ms / SECOND_MS),
    ends: (row) => Math.round(row.t1Ms / SECOND_MS),
    added_by: (row) => row.addedBy,
    added_at: (row) => row.addedAt,
    opened: (row) => row.opened,
  },
  open: async (actor) => {
    demand(actor, "library.list");
    const { items, folders } = await readLibrary(actor, libraryId);
    return exported(actor, "library", byFolder(items, folders), { kind: "library", id: libraryId });
  },
});

const SECOND_MS = 1_000;

/** Folder by folder as they are shown; what is in none comes first. */
function byFolder(items: readonly ItemView[], folders: readonly FolderView[]): ItemLine[] {
  const known = items.filter(({ title }) => title !== null);
  const of = (folderId: string | null, folder: string | null): ItemLine[] =>
    known.filter((item) => item.folderId === folderId).map((item) => ({ ...item, folder }));
  return [...of(null, null), ...folders.flatMap(({ id, path }) => of(id, path))];
}

/** That they leave is in the log before they do. */
async function exported<Row>(
  actor: Member,
  list: string,
  found: Row[],
  target?: { kind: string; id: string },
): Promise<AsyncIterable<Row[]>> {
  await db.$transaction((tx) =>
    record(tx, actor, "list.exported", target, { after: { list, rows: found.length } }),
  );
  return once(found);
}

async function* once<Row>(found: Row[]): AsyncGenerator<Row[]> {
  yield await Promise.resolve(found);
}
