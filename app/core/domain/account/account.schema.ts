import * as z from "zod";
import { emailField, languageField, nameField, zoneField } from "../fields.schema.ts";
import { isWeak } from "./password-rule.ts";

/** Any characters; what is easy to guess is refused where the person is known. */
export const newPasswordField = z
  .string({ error: ({ input }) => (input === undefined ? "password_needed" : undefined) })
  .min(12)
  .max(128);

export const askForm = z.object({ email: emailField });

export const signUpForm = z.object({
  email: emailField,
  workspace: nameField.optional(),
  timeZone: zoneField.optional(),
  language: languageField.optional(),
});
export type SignUp = z.output<typeof signUpForm>;

export const resetForm = z.object({
  intent: z.literal("choose"),
  token: z.string().min(1).max(200),
  password: newPasswordField,
});
export const activateForm = z.object({
  intent: z.literal("activate"),
  name: nameField,
  password: newPasswordField,
  language: languageField,
  timeZone: zoneField,
  /** Of the first admin, whose address nobody knows yet. */
  email: emailField.optional(),
  /** Of somebody who starts a workspace of their own. */
  workspace: nameField.optional(),
});
export type Activation = z.output<typeof activateForm>;
/** The form code of a password that is too easy, or nothing. */
export const weakness = (password: string, email: string): string[] =>
  isWeak(password, email) ? ["weak_password"] : [];
