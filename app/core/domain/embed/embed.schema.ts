import * as z from "zod";
import { originField, originsField } from "../origins.schema.ts";
import { MOST_KEY_DAYS, USUAL_KEY_DAYS } from "./key-days.ts";

export const embedKeyForm = z.object({
  linkId: z.uuid(),
  origins: originsField,
  showsTitle: z.stringbool().optional().default(false),
  days: z.coerce
    .number()
    .pipe(z.int().min(1).max(MOST_KEY_DAYS))
    .optional()
    .default(USUAL_KEY_DAYS),
});
export type NewEmbedKey = z.output<typeof embedKeyForm>;

export const ofEmbedKey = z.object({ keyId: z.uuid() });
/** For how long the old key goes on beside the new one. */
export const rotateKeyForm = ofEmbedKey.extend({
  hours: z.coerce.number().pipe(z.int().min(0).max(168)).optional().default(24),
});
export const allowSiteForm = ofEmbedKey.extend({ site: originField });
/** A key for one reader, by minutes (product §6). */
export const mintForm = ofEmbedKey.extend({
  minutes: z.coerce.number().pipe(z.int().min(1).max(1_440)).optional().default(60),
  label: z.string().trim().normalize("NFC").max(120).optional(),
});
export type MintWish = z.output<typeof mintForm>;

/** What a player tells of itself now and then. */
export const embedHeardForm = z.object({
  ranges: z.array(z.object({ t0Ms: z.int().min(0), t1Ms: z.int().min(0) })).max(200),
});
