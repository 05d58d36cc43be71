import * as z from "zod";
import { ANY_ORIGIN, MOST_ORIGINS, readOrigin } from "./origins.ts";

/** Origins, one a line or with commas; a bad one is the field's error. */
export const originsField = z
  .string()
  .max(20_000)
  .optional()
  .transform((text = "", context): string[] => {
    const given = text.split(/[\s,]+/).filter((part) => part !== "");
    const origins = given.map((part) => (part === ANY_ORIGIN ? ANY_ORIGIN : readOrigin(part)));
    const kept = [...new Set(origins.filter((origin) => origin !== null))];
    if (origins.includes(null)) context.addIssue({ code: "custom", message: "bad_origin" });
    if (kept.length > MOST_ORIGINS)
      context.addIssue({ code: "custom", message: `too_big?n=${MOST_ORIGINS}` });
    return kept;
  });

/** One origin; a bad one is the field's error. */
export const originField = z
  .string()
  .max(1_000)
  .transform((text, context): string => {
    const origin = readOrigin(text);
    if (origin === null) context.addIssue({ code: "custom", message: "bad_origin" });
    return origin ?? z.NEVER;
  });
