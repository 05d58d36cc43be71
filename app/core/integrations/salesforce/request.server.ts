import { LRUCache } from "lru-cache";
import { type VendorAccess, VendorFault } from "#app/core/domain/connection/connection-types.ts";
import { env } from "#app/core/platform/env.server.ts";
import { remember } from "#app/core/platform/remember.ts";
import { askVendor, readBody, type VendorRequest } from "../vendor-call.server.ts";
import { faultOf } from "./map.ts";
import { pageSchema } from "./wire.ts";

// Guarded requests in place of jsforce: its calls retry and follow redirects by themselves, its refresh keeps the old
// refresh token, and its identity puts the access token into an address (decisions §8).

export const data = () => `/services/data/v${env().SALESFORCE_API_VERSION}`;

export const send = (
  { accessToken, apiUrl }: VendorAccess,
  path: string,
  more: Pick<VendorRequest, "method" | "json"> = {},
) => askVendor({ url: `${apiUrl}${path}`, accessToken, ...more }, faultOf);
export const ask = async (...asked: Parameters<typeof send>): Promise<unknown> =>
  (await send(...asked)).body;

export const queryPath = (soql: string): string =>
  `${data()}/query?${new URLSearchParams({ q: soql }).toString()}`;
export const query = (access: VendorAccess, soql: string) => ask(access, queryPath(soql));

/** More pages of one question than this are not turned. */
const MOST_PAGES = 5;

/** Every record of a question, page by page. @throws VendorFault */
export async function queryAll(access: VendorAccess, soql: string): Promise<unknown[]> {
  const found: unknown[] = [];
  let body = await query(access, soql);
  for (let page = 1; ; page += 1) {
    const { records, nextRecordsUrl } = readBody(pageSchema, body);
    found.push(...records);
    if (page === MOST_PAGES || nextRecordsUrl?.startsWith("/") !== true) return found;
    body = await ask(access, nextRecordsUrl);
  }
}

type Columns = { table: string; needed: readonly string[]; wished: readonly string[] };
/** Whether a column is there and shown to us. */
export type Has = (column: string) => boolean;

/** What an organisation has and shows can change: columns are asked for again after this. */
const MISSING_MS = 3_600_000;
/** Columns that an organisation does not have, or does not show us, by its address. */
const missing = () =>
  remember(
    "salesforce-missing-columns",
    () => new LRUCache<string, ReadonlySet<string>>({ max: 1_000, ttl: MISSING_MS }),
  );

/**
 * The same of the columns that are there: an organisation has a currency column only where it counts in several, and
 * shows a connected user what their profile allows. A hidden column is refused in a condition as well.
 * @param restOf what follows the table; null where nothing can be asked without the columns that are missing
 */
export async function queryColumns(
  access: VendorAccess,
  { table, needed, wished }: Columns,
  restOf: (has: Has) => string | null,
): Promise<unknown[]> {
  const key = `${access.apiUrl} ${table}`;
  for (;;) {
    const gone = missing().get(key) ?? new Set<string>();
    const left = wished.filter((name) => !gone.has(name));
    const rest = restOf((name) => !gone.has(name));
    if (rest === null) return [];
    try {
      const columns = [...needed, ...left].join(", ");
      return await queryAll(access, `SELECT ${columns} FROM ${table} ${rest}`);
    } catch (error) {
      if (!isUnknownField(error)) throw error;
      const { field } = error;
      const named = left.filter((name) => name === field || name.endsWith(`.${field ?? ""}`));
      const more = named.length > 0 ? named : await refusedOf(access, left, table);
      if (more.length === 0) throw error;
      missing().set(key, new Set([...gone, ...more]));
    }
  }
}

const isUnknownField = (error: unknown): error is VendorFault =>
  error instanceof VendorFault && error.code === "unknown_field";

/** Which columns a refusal means that names none of them: each is asked for alone. */
async function refusedOf(
  access: VendorAccess,
  columns: readonly string[],
  table: string,
): Promise<string[]> {
  const refused: string[] = [];
  for (const column of columns) {
    try {
      await query(access, `SELECT ${column} FROM ${table} LIMIT 1`);
    } catch (error) {
      if (!isUnknownField(error)) throw error;
      refused.push(column);
    }
  }
  return refused;
}
