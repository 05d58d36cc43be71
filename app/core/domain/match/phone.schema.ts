import * as z from "zod";
import { e164 } from "./ladder.ts";

/** A phone number as it is compared: with its country. */
export const phoneField = z.string().transform((text, context) => {
  const full = e164(text);
  if (full !== null) return full;
  context.addIssue({ code: "custom", message: "invalid_phone" });
  return z.NEVER;
});
