import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { COUNTED } from "./counted.ts";
import { type Cursor, type KeyKind, readCursor, writeCursor } from "./cursor.ts";

/** What rows may be sorted by: a column or expression of the list's table, never null. */
export type Key<Row> = {
  kind: KeyKind;
  sql: Prisma.Sql;
  /** The same of a row that was read. */
  of: (row: Row) => Date | number | string;
};
/** A key and a direction; the id decides between equal rows, so that no page leaves one out or repeats it. */
export type Order<Row> = Key<Row> & { isDescending: boolean };
export const ascending = <Row>(key: Key<Row>): Order<Row> => ({ ...key, isDescending: false });
export const descending = <Row>(key: Key<Row>): Order<Row> => ({ ...key, isDescending: true });

/** Rows that somebody may see, in an order. Rows are what `select` gives; their `id` is their table's. */
export type List<Row extends { id: string }> = {
  /** The name that conditions and keys call the table by, as its rules do: `c` of `call c`. */
  table: Prisma.Sql;
  /** `SELECT … FROM …`, up to the WHERE. */
  select: Prisma.Sql;
  /** The least that the conditions need, for counting: `call c JOIN …`. */
  from: Prisma.Sql;
  /** The right and the filters. */
  where: Prisma.Sql;
  order: Order<Row>;
};

/** @param after a cursor; one that cannot be read is the first page */
type Ask = { after: string | null; limit: number };
type Read = {
  /** For the few lists that requests read all the time (see `rows`). */
  isPrepared?: boolean;
};
export type Page<Row> = {
  rows: Row[];
  /** The cursor of the page that follows; null at the end. */
  next: string | null;
};
export type CountedPage<Row, Aside> = Page<Row> & {
  /** Exact to 1,000; then 1,001, which screens write as "1,000+" (product §8.3). */
  count: number;
  aside: Aside | null;
};

export async function readPage<Row extends { id: string }>(
  list: List<Row>,
  { after, limit }: Ask,
): Promise<Page<Row>> {
  return cutPage(list, await rows<Row>(pageSql(list, cursorOf(list, after), limit + 1)), limit);
}

/** The count, and what the page wants besides, are a row of their own beside the page's. */
type Head<Aside> = { list_count: number; list_aside: Aside | null; id: null };

/**
 * A page, how many rows there are in all, and one value besides: one statement, because lists are what is asked most.
 * @param aside selects one JSON value
 */
export async function readCountedPage<Row extends { id: string }, Aside = never>(
  list: List<Row>,
  { after, limit }: Ask,
  { aside = Prisma.sql`SELECT NULL::json`, ...how }: Read & { aside?: Prisma.Sql } = {},
): Promise<CountedPage<Row, Aside>> {
  const read = await rows<Head<Aside> | Row>(
    Prisma.sql`
    SELECT * FROM (SELECT (${countSql(list)}) AS list_count, (${aside}) AS list_aside) head
    FULL JOIN (${pageSql(list, cursorOf(list, after), limit + 1)}) ${list.table} ON false ORDER BY ${orderSql(list)}`,
    how,
  );
  const head = read.find((row): row is Head<Aside> => row.id === null);
  const count = head?.list_count ?? 0;
  if (count > COUNTED) noteLong(list);
  const found = read.filter((row): row is Row => row.id !== null);
  return { ...cutPage(list, found, limit), count, aside: head?.list_aside ?? null };
}

const cutPage = <Row extends { id: string }>(
  list: List<Row>,
  read: readonly Row[],
  limit: number,
): Page<Row> => {
  const last = read[limit - 1];
  return {
    rows: read.slice(0, limit),
    next: read.length > limit && last ? writeCursor(cursorAt(list, last)) : null,
  };
};

const cursorOf = <Row extends { id: string }>({ order }: List<Row>, after: string | null) =>
  after === null ? null : readCursor(after, order.kind);

/** Where a page that ends with this row ends. */
export function cursorAt<Row extends { id: string }>({ order }: List<Row>, row: Row): Cursor {
  const value = order.of(row);
  return { value: value instanceof Date ? value.toISOString() : value, id: row.id };
}

/** Up to `limit` rows behind a cursor. */
export const pageSql = <Row extends { id: string }>(
  list: List<Row>,
  after: Cursor | null,
  limit: number,
): Prisma.Sql =>
  Prisma.sql`${list.select} WHERE ${list.where} ${behindSql(list, after)} ORDER BY ${orderSql(list)} LIMIT ${number(limit)}`;

/** Limits are ours, and written out: with parameters the planner would not know that a page is short. */
const number = (limit: number): Prisma.Sql => Prisma.raw(String(Math.trunc(limit)));

const orderSql = <Row extends { id: string }>({ table, order }: List<Row>): Prisma.Sql => {
  const direction = order.isDescending ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  return Prisma.sql`${order.sql} ${direction}, ${table}.id ${direction}`;
};

const CASTS: Record<KeyKind, Prisma.Sql> = {
  time: Prisma.sql`timestamptz`,
  whole: Prisma.sql`int`,
  ratio: Prisma.sql`real`,
  text: Prisma.sql`text`,
};

function behindSql<Row extends { id: string }>(
  { table, order }: List<Row>,
  after: Cursor | null,
): Prisma.Sql {
  if (!after) return Prisma.empty;
  const sign = order.isDescending ? Prisma.sql`<` : Prisma.sql`>`;
  return Prisma.sql`AND (${order.sql}, ${table}.id) ${sign} (${after.value}::${CASTS[order.kind]}, ${after.id}::uuid)`;
}

/** Rows behind a cursor, counted to `most`. */
export const countBehindSql = <Row extends { id: string }>(
  list: List<Row>,
  after: Cursor | null,
  most: number,
): Prisma.Sql =>
  Prisma.sql`SELECT count(*)::int AS n FROM (SELECT 1 FROM ${list.from} WHERE ${list.where} ${behindSql(list, after)} LIMIT ${number(most)}) x`;

/** A list that had more than a thousand rows still has a minute later: counting it again is most of a page's work. */
const LONG_MS = 60_000;
const LONG_MOST = 500;
const longLists = new Map<string, number>();
type Counted = Pick<List<{ id: string }>, "from" | "where">;
const keyOf = ({ from, where }: Counted): string =>
  JSON.stringify([from.sql, where.sql, where.values]);

function noteLong(list: Counted): void {
  const key = keyOf(list);
  if ((longLists.get(key) ?? 0) > Date.now()) return;
  longLists.delete(key);
  longLists.set(key, Date.now() + LONG_MS);
  const [oldest] = longLists.keys();
  if (longLists.size > LONG_MOST && oldest !== undefined) longLists.delete(oldest);
}

const countSql = <Row extends { id: string }>(list: List<Row>): Prisma.Sql =>
  (longLists.get(keyOf(list)) ?? 0) > Date.now()
    ? Prisma.sql`SELECT ${number(COUNTED + 1)}`
    : countBehindSql(list, null, COUNTED + 1);
