import * as z from "zod";

/** A line of text. @param most characters */
export const line = (most: number) =>
  z
    .string()
    .transform((text) => text.normalize("NFC").replace(/\s+/g, " ").trim())
    .pipe(z.string().max(most));

/** A line of text that may be left out; what is blank is left out. @param most characters */
export const optionalLine = (most: number) =>
  line(most)
    .optional()
    .transform((text) => (text === "" ? undefined : text));

/** A name that a page makes for its tab or its device; part of an identity at the media server, so no colon. */
export const ownName = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);
