import * as z from "zod";
import { read, send, type Visitor } from "./door.ts";

/** What the speech engine of the demo should expect: variants are one a line. */
const TERMS: readonly Record<"term" | "variants" | "category" | "language" | "boost", string>[] = [
  {
    ...{ term: "Kestrel", variants: "kestral\ncastrol", category: "other" },
    ...{ language: "en", boost: "8" },
  },
  {
    ...{ term: "Halden Tiles", variants: "holden tiles\nhalden tyres", category: "other" },
    ...{ language: "en", boost: "6" },
  },
  {
    ...{ term: "Routely", variants: "route lee\nrootly", category: "competitor" },
    ...{ language: "en", boost: "9" },
  },
  {
    ...{ term: "納品書", variants: "のうひんしょ", category: "product" },
    ...{ language: "ja", boost: "6" },
  },
];
const PAGE = "/setting/dictionary?tab=terms";
const pageSchema = z.object({ counts: z.object({ terms: z.number() }) });

/** Adds the demo's terms, as an admin does; where there are some nothing is added. */
export async function makeTerms(admin: Visitor): Promise<void> {
  const data = `${PAGE}&_data=routes%2Fsetting%2Fdictionary`;
  if ((await read(admin, data, pageSchema)).counts.terms > 0) return;
  for (const term of TERMS) await send(admin, PAGE, { intent: "make_term", ...term });
}
