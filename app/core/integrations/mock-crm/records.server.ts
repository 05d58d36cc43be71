import * as z from "zod";
import { type VendorAccess, VendorFault } from "#app/core/domain/connection/connection-types.ts";
import { mayFail } from "./faults.server.ts";

// Requests go to this database in place of a network: each looks at the faults that were asked for first.

const ADDRESS = "mock:";
export const addressOf = (workspaceId: string): string => `${ADDRESS}${workspaceId}`;

/** @throws VendorFault */
export async function enter({ apiUrl }: VendorAccess): Promise<string> {
  if (!apiUrl.startsWith(ADDRESS)) throw new VendorFault("address_refused");
  const workspaceId = apiUrl.slice(ADDRESS.length);
  await mayFail(workspaceId);
  return workspaceId;
}

export const valuesSchema = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
);
