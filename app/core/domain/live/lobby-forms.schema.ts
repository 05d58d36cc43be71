import * as z from "zod";
import { emailField, orNone } from "../fields.schema.ts";

/** Letters that are not seen, or turn the reading round: a name in a roster must not look like another one. */
const HIDDEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** What a guest calls themselves: 1–60 characters (product §10.17). */
export const guestName = z
  .string()
  .transform((text) => text.normalize("NFC").replace(HIDDEN, " ").replace(/\s+/g, " ").trim())
  .pipe(z.string().min(1).max(60));

/** The two buttons of the lobby are the two answers. */
export const joinRequestForm = z.object({
  name: guestName,
  consent: z.enum(["agreed", "unrecorded"]),
  /** What their contact and the deal are found by. */
  email: orNone(emailField).default(null),
  /** Of the text that was shown, as the page got it: SHA-256 in hexadecimal. */
  consentHash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type JoinRequest = z.output<typeof joinRequestForm>;

export const muteForm = z.object({ isMuted: z.enum(["true", "false"]) });
