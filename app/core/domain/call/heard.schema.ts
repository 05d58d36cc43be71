import * as z from "zod";
import { MOST_RANGES } from "./heard.ts";

const ms = z.int().min(0).max(2_147_483_647);

/** What a player played since its last message, in ms of the call. */
export const heardForm = z.object({
  ranges: z
    .array(z.object({ t0Ms: ms, t1Ms: ms }).refine(({ t0Ms, t1Ms }) => t0Ms < t1Ms, "invalid"))
    .min(1)
    .max(MOST_RANGES, `too_big?n=${MOST_RANGES}`),
});
