import * as z from "zod";

const atMs = z.int().min(0);
const span = z.object({ t0Ms: atMs, t1Ms: atMs });
const stored = z.object({
  pauses: z.array(span).default([]),
  gaps: z.array(span.extend({ cause: z.string(), source: z.string().optional() })).default([]),
  marks: z.array(z.object({ id: z.uuid(), t0Ms: atMs, body: z.string() })).default([]),
});
export type StoredTimeline = z.output<typeof stored>;

/** The timeline as a browser's recorder left it; nothing where it never said anything. */
export const readTimeline = (value: unknown): StoredTimeline => {
  const parsed = stored.safeParse(value);
  return parsed.success ? parsed.data : { pauses: [], gaps: [], marks: [] };
};
