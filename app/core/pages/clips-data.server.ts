import { clipFacets, exportClips, listClips } from "#app/core/domain/clip/clip-list.server.ts";
import type { ClipLine, ClipsQuery } from "#app/core/domain/clip/clip-list-views.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { ListData } from "#app/core/domain/list/list-data.ts";
import { listClipSources } from "#app/core/domain/clip/clip-sources.server.ts";
import { listClipLabelsToGive } from "#app/core/domain/clip/clip-labels.server.ts";
import { findPlayerSettings } from "#app/core/domain/account/preferences.server.ts";
import { countLinksOfClips } from "#app/core/domain/share/working-links.server.ts";
import { parseClipsQuery } from "./clips-query.ts";
import { listSavedViews, withSavedView } from "./saved-views.server.ts";

export type ClipColumn =
  | "title"
  | "call"
  | "by"
  | "made"
  | "length"
  | "pieces"
  | "views"
  | "who"
  | "labels"
  | "state"
  | "deleted";

/** The list with what it can be narrowed to. @throws DomainError `forbidden` */
export async function getClips(actor: Member, search: URLSearchParams) {
  const kept = await withSavedView(actor, "clips", search);
  const { query, ignored } = parseClipsQuery(kept.search);
  const q = (search.get("find") ?? "").trim().slice(0, 120);
  const [page, facets, labels, settings, saved, calls] = await Promise.all([
    listClips(actor, query),
    clipFacets(actor, query),
    listClipLabelsToGive(actor),
    findPlayerSettings(actor),
    listSavedViews(actor, "clips"),
    search.has("new") ? listClipSources(actor, q) : null,
  ]);
  const changed = page.clips.filter(({ mayChange }) => mayChange);
  const workingLinks = await countLinksOfClips(
    actor,
    changed.map(({ id }) => id),
  );
  return {
    ...{ ...page, facets, settings, query },
    /** By clip, of those the reader may delete: links stop with them. */
    workingLinks,
    /** What can be put on many clips: labels of the workspace. */
    labels,
    /** Addresses of the list that were kept under a name, and whom a new one may be shared with. */
    ...saved,
    /** Calls to cut a new clip of, where one is asked for; `q`: what was looked for. */
    sources: calls && { q, calls },
    ignored: [...kept.ignored, ...ignored],
  };
}

export type ClipsView = Awaited<ReturnType<typeof getClips>>;

/** The same as data. */
export const clipsData: ListData<ClipsQuery, ClipLine, ClipColumn> = {
  name: "clips",
  parse: parseClipsQuery,
  page: async (actor, query) => {
    const { clips, count, next } = await listClips(actor, query);
    return { rows: clips, count, next, note: null };
  },
  columns: {
    title: (row) => row.title,
    call: (row) => row.call?.title ?? null,
    by: (row) => row.owner.name,
    made: (row) => row.madeAt,
    length: (row) => Math.round(row.durationMs / 1_000),
    pieces: (row) => row.pieces,
    views: (row) => row.views,
    who: (row) => row.visibility,
    labels: (row) => row.labels.map(({ name }) => name).join("; "),
    state: (row) => row.state,
    deleted: (row) => row.deleted?.at ?? null,
  },
  open: (actor, query) => exportClips(actor, query),
};
