import * as z from "zod";

export const signInForm = z.object({
  email: z.string().trim().toLowerCase().max(320).pipe(z.email()),
  /** Left empty by whoever wants to know how their address signs in. */
  password: z.string().max(1_024).optional(),
  next: z.string().max(2_000).optional(),
});
/** The same where nobody signs in without a password: the browser asks for both at once. */
export const passwordSignInForm = signInForm.extend({ password: z.string().min(1).max(1_024) });
export const factorForm = z.object({
  code: z.string().trim().min(1).max(40),
  next: z.string().max(2_000).optional(),
});
/** The second step of somebody whose role asks for one and who has none yet. */
export const setUpForm = z.object({
  sealed: z.string().min(1).max(1_000),
  code: z.string().trim().min(1).max(40),
});
/** The own password, once, to link a partner's account. */
export const linkForm = z.object({
  password: z.string().min(1).max(1_024),
  next: z.string().max(2_000).optional(),
});
export type SignIn = z.output<typeof signInForm>;
