import * as z from "zod";

/** The list's state lives in its URL (product §8.2). Several values of one key are alternatives. */
const KINDS = ["room", "meeting", "phone", "recorder", "upload"] as const;
const STATES = ["receiving", "processing", "ready", "ready_partial", "failed"] as const;
export const SORTS = [
  "-startedAt",
  "startedAt",
  "-duration",
  "duration",
  "title",
  "-title",
] as const;
export type Sort = (typeof SORTS)[number];

const fields = {
  owner: z.uuid(),
  company: z.string().max(120),
  kind: z.enum(KINDS),
  language: z.enum(["en", "ja"]),
  state: z.enum(STATES),
  quality: z.enum(["A", "B", "C"]),
  visibility: z.enum(["private", "team", "workspace"]),
} as const;
export type FilterKey = keyof typeof fields;
export const FILTER_KEYS = [
  "owner",
  "company",
  "kind",
  "language",
  "state",
  "quality",
  "visibility",
] as const satisfies FilterKey[];

export type RecordingsQuery = {
  q: string;
  filters: Partial<Record<FilterKey, string[]>>;
  from: string | null;
  to: string | null;
  minMinutes: number | null;
  maxMinutes: number | null;
  sort: Sort;
  after: string | null;
  limit: number;
  /** IANA name: `from` and `to` are days of the reader's calendar. */
  zone: string;
};
export type ParsedQuery = { query: RecordingsQuery; ignored: { key: string; value: string }[] };

/** A day whose neighbours PostgreSQL and JavaScript both know; there is no year 0. */
const date = z.iso.date().refine((text) => !/^(0000|9999)/.test(text));
const minutes = z.coerce.number().int().min(0).max(600);
// Made once: making a schema costs more than asking it.
const sorts = z.enum(SORTS);
const cursor = z.string().max(400);
const limits = z.coerce.number().int().min(1).max(100);

/**
 * Reads a query string. What cannot be read is dropped and named, never an error page.
 * @param zone of the reader, an IANA name
 */
export function parseRecordingsQuery(given: URLSearchParams, zone = "UTC"): ParsedQuery {
  const search = withoutNul(given);
  const ignored: ParsedQuery["ignored"] = [];
  const one = <T>(key: string, schema: z.ZodType<T>): T | null => {
    const value = search.get(key);
    if (value === null || value === "") return null;
    const parsed = schema.safeParse(value);
    if (!parsed.success) ignored.push({ key, value });
    return parsed.success ? parsed.data : null;
  };
  const filters: RecordingsQuery["filters"] = {};
  for (const key of FILTER_KEYS) {
    const kept: string[] = [];
    for (const value of search.getAll(key)) {
      if (value === "") continue;
      if (fields[key].safeParse(value).success) kept.push(value);
      else ignored.push({ key, value });
    }
    if (kept.length > 0) filters[key] = kept;
  }
  const query = {
    q: (search.get("q") ?? "").trim().slice(0, 400),
    filters,
    from: one("from", date),
    to: one("to", date),
    minMinutes: one("min", minutes),
    maxMinutes: one("max", minutes),
    sort: one("sort", sorts) ?? "-startedAt",
    after: one("after", cursor),
    limit: one("limit", limits) ?? 25,
    zone,
  };
  return { query, ignored };
}

/** PostgreSQL's text holds every character but this one. */
const withoutNul = (search: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...search].map(([key, value]) => [key, value.replaceAll("\u0000", "")]));

/** Whether anything narrows the list: decides between "nothing here yet" and "nothing matches". */
export const isFiltered = ({
  q,
  filters,
  from,
  to,
  minMinutes,
  maxMinutes,
}: RecordingsQuery): boolean =>
  q !== "" ||
  Object.keys(filters).length > 0 ||
  [from, to, minMinutes, maxMinutes].some((value) => value !== null);
