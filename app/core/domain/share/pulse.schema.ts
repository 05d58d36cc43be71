import * as z from "zod";
import { heardForm } from "../call/heard.schema.ts";

/** What a visitor's page says of itself: maybe nothing was heard since it last did. */
export const pulseForm = z.object({
  ranges: heardForm.shape.ranges.or(z.tuple([])),
  isOpened: z.boolean().optional().default(false),
});
