import * as z from "zod";
import { emailField } from "../fields.schema.ts";

export const linkPasswordForm = z.object({ password: z.string().min(1).max(128) });
export const emailForm = z.object({ email: emailField });
/** Six digits, with whatever a mail program put between them. */
export const codeForm = z.object({
  code: z
    .string()
    .max(40)
    .transform((text) => text.normalize("NFKC").replace(/[\s-]/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, "wrong_link_code")),
});
