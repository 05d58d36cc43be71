import * as z from "zod";
import { PROVIDER_SLUGS, VENDOR_SLUGS } from "./connection-types.ts";

const slug = z.enum(PROVIDER_SLUGS);

/** The app an admin registered at the provider. A secret left empty keeps the one that is there. */
export const appForm = z.object({
  slug,
  clientId: z.string().trim().min(1).max(300),
  clientSecret: z.string().trim().max(500).optional(),
});
export const ofProvider = z.object({ slug });
/** Signed in to or not. */
const anySlug = z.enum(VENDOR_SLUGS);
export const ofVendor = z.object({ slug: anySlug });
export type AppInput = z.output<typeof appForm>;
/** Nothing of it stays: the box says that this is meant. */
export const purgeForm = z.object({ slug: anySlug, isSure: z.literal("on") });
