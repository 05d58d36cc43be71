import type { VendorAccess } from "#app/core/domain/connection/connection-types.ts";
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
