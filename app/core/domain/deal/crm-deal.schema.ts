import * as z from "zod";
import { VENDOR_SLUGS } from "../connection/connection-types.ts";

/** A deal of a CRM: whose it is, and its id there. */
export const crmDealForm = z.object({
  crm: z.enum(VENDOR_SLUGS),
  record: z.string().trim().min(1).max(100),
});
