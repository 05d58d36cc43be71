import * as z from "zod";

export const signInForm = z.object({
  email: z.string().trim().toLowerCase().max(320).pipe(z.email()),
  password: z.string().min(1).max(1_024),
  next: z.string().max(2_000).optional(),
});
export const factorForm = z.object({
  code: z.string().trim().min(1).max(40),
  next: z.string().max(2_000).optional(),
});
export type SignIn = z.output<typeof signInForm>;
