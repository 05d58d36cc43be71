import * as z from "zod";
import {
  CLIP_DAYS,
  CLIP_SORTS,
  CLIP_STATES,
  type ClipsQuery,
} from "#app/core/domain/clip/clip-list-views.ts";
import { readQuery } from "#app/core/domain/list/list-query.ts";

const PAGE = 24;
const KINDS = { newest: "time", longest: "whole", title: "text" } as const;
const days = z.coerce.number().refine((n) => CLIP_DAYS.some((known) => known === n));

/** What the address of the list asks for; what cannot be read is named. */
export function parseClipsQuery(search: URLSearchParams) {
  const read = readQuery(search);
  const sort = read.one("sort", z.enum(CLIP_SORTS)) ?? "newest";
  const query: ClipsQuery = {
    q: read.text("q", 120),
    ...{ by: read.many("by", z.uuid()), team: read.many("team", z.uuid()) },
    ...{ label: read.many("label", z.uuid()), call: read.one("call", z.uuid()) },
    ...{ deal: read.many("deal", z.uuid()), library: read.many("library", z.uuid()) },
    ...{ days: read.one("days", days), state: read.one("state", z.enum(CLIP_STATES)) },
    ...{ sort, after: read.cursor("after", KINDS[sort]), limit: read.limit(PAGE) },
  };
  return { query, ignored: read.ignored("headers", "new", "find") };
}
