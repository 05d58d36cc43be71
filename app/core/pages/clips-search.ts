import type { ClipsQuery } from "#app/core/domain/clip/clip-list-views.ts";

/** What the list's address says, without the page: apart from its reader, so that pages bring no schemas along. */
export const clipsSearch = ({ after: _after, limit: _limit, q, sort, ...query }: ClipsQuery) => ({
  ...query,
  q: q === "" ? null : q,
  sort: sort === "newest" ? null : sort,
});
