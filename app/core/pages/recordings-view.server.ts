import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import { findViewQuery } from "#app/core/domain/view/view-list.server.ts";
import { type ParsedQuery, parseRecordingsQuery } from "./recordings-query.ts";
import { keptSearch } from "./recordings-search.ts";
import { onSavedView } from "./saved-search.ts";

const uuid = z.uuid();
export const VIEWED_PAGE = "recordings";

export type ReadQuery = ParsedQuery & {
  /** The name of the view that the address opens and that was deleted. */
  goneView: string | null;
};

/**
 * Reads an address of the recordings, with the saved view that it stands on: what the address says of a key holds in
 * the place of what the view says. Whatever acts on "all that match" must read the address here.
 * @param zone of the reader, an IANA name
 */
export async function readRecordingsQuery(
  actor: Member,
  search: URLSearchParams,
  zone: string,
): Promise<ReadQuery> {
  const asked = search.get("view") ?? "";
  const parsed = parseRecordingsQuery(search, zone);
  if (asked === "") return { ...parsed, goneView: null };
  if (asked === "all")
    return {
      ...parsed,
      query: { ...parsed.query, view: { id: "all", query: "" } },
      goneView: null,
    };
  const view = uuid.safeParse(asked).success
    ? await findViewQuery(actor, VIEWED_PAGE, asked)
    : null;
  if (view === null || view.isDeleted) {
    const ignored = view
      ? parsed.ignored
      : [{ key: "view", value: asked.slice(0, 80) }, ...parsed.ignored];
    return { ...parsed, ignored, goneView: view?.name ?? null };
  }
  const own = parseRecordingsQuery(new URLSearchParams(view.query), zone);
  const { query, ignored } = parseRecordingsQuery(onSavedView(view.query, search), zone);
  return {
    query: { ...query, view: { id: view.id, query: keptSearch(own.query) } },
    ignored,
    goneView: null,
  };
}

/** A query as a view keeps it: read, and written again. */
export const canonicalQuery = (text: string): string =>
  keptSearch(parseRecordingsQuery(new URLSearchParams(text)).query);
