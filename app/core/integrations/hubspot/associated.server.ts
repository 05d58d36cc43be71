import type { VendorAccess } from "#app/core/domain/connection/connection-types.ts";
import { readBody } from "../vendor-call.server.ts";
import { ask } from "./request.server.ts";
import { associatedSchema } from "./wire.ts";

/** How often one list is turned over at most. */
const MOST_PAGES = 20;

/**
 * Ids of what stands on a record, the newest first: ids only grow. The search would not know a new one yet.
 * @param from as in an address: `deals/1` @param to `calls`
 */
export async function associated(
  access: VendorAccess,
  from: string,
  to: string,
): Promise<string[]> {
  const ids: string[] = [];
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const params = new URLSearchParams({ limit: "500", ...(after !== undefined && { after }) });
    const path = `/crm/v4/objects/${from}/associations/${to}?${params.toString()}`;
    const { results, paging } = readBody(associatedSchema, await ask(access, path));
    ids.push(...results.map(({ toObjectId: id }) => id));
    after = paging?.next?.after;
    if (after === undefined) break;
  }
  return [...new Set(ids)].toSorted((a, b) => Number(b) - Number(a));
}
