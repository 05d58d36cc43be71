import * as z from "zod";

/** product §6: an admin says why in 10 to 500 characters. */
export const privateIntent = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("open_private"),
    reason: z.string().trim().normalize("NFC").min(10).max(500),
  }),
  z.object({ intent: z.literal("close_private") }),
]);
export type PrivateIntent = z.output<typeof privateIntent>;
