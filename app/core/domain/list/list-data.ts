import type { Member } from "../access/actor.ts";
import type { Ignored } from "./list-query.ts";

export type Cell = string | number | null;
export type FileFormat = "csv" | "json" | "jsonl";

type Parsed<Query> = { query: Query; ignored: Ignored[] };

/** A list as data, for the addresses beside its screen: same query, same permission, same numbers (product §8.2). */
export type ListData<Query, Row, Column extends string> = {
  /** Of its files, without the ending. */
  name: string;
  /** @param zone of the reader, an IANA name: days of the address are theirs */
  parse: (
    search: URLSearchParams,
    zone: string,
    actor: Member,
  ) => Parsed<Query> | Promise<Parsed<Query>>;
  /** A page for programs; null for a list that is had as a file only. */
  page:
    | ((
        actor: Member,
        query: Query,
      ) => Promise<{ rows: object[]; count: number; next: string | null; note: string | null }>)
    | null;
  /** The columns of its files, in their order. */
  columns: Record<Column, (row: Row, query: Query) => Cell>;
  /** Everything from the query's page on. That it leaves is in the log before it does. */
  open: (actor: Member, query: Query, format: FileFormat) => Promise<AsyncIterable<Row[]>>;
};
