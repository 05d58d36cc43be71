import * as z from "zod";

export const keepForm = z.object({
  intent: z.literal("keep"),
  days: z.coerce.number().int().min(7).max(3_650),
});
export type KeepWish = z.output<typeof keepForm>;
