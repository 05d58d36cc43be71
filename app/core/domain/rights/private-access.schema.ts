import * as z from "zod";

/** product §6: an admin says why in 10 to 500 characters. */
export const openPrivateForm = z.object({
  reason: z.string().trim().normalize("NFC").min(10).max(500),
});
