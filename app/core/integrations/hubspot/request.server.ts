import { type VendorAccess, VendorFault } from "#app/core/domain/connection/connection-types.ts";
import { askVendor, type VendorRequest } from "../vendor-call.server.ts";
import { faultOf } from "./map.ts";

// Guarded requests in place of HubSpot's client: it retries by itself, and its token calls know neither OAuth v3 nor a
// code verifier (decisions §8).

export const send = (
  { accessToken, apiUrl }: VendorAccess,
  path: string,
  more: Pick<VendorRequest, "method" | "json"> = {},
) => askVendor({ url: `${apiUrl}${path}`, accessToken, ...more }, faultOf);
export const ask = async (...asked: Parameters<typeof send>): Promise<unknown> =>
  (await send(...asked)).body;

/** What every other question would be answered as well. */
const isOver = (error: unknown): boolean => !(error instanceof VendorFault) || error.stopsAll;

/** What makes an answer better and is not needed for it. @throws VendorFault where nothing would be answered */
export async function askBeside<T>(run: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (isOver(error)) throw error;
    return otherwise;
  }
}
