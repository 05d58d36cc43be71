import * as z from "zod";

export const preferencesForm = z.object({
  theme: z.enum(["system", "light", "dark"]).optional(),
  lang: z.enum(["en", "ja"]).optional(),
  demoBanner: z.literal("hidden").optional(),
  returnTo: z.string().max(2_000).optional(),
});
