import * as z from "zod";

/** Form codes by field, as the upload's doors refuse. */
export type UploadErrors = Record<string, string[]>;

const refusal = z.object({ fields: z.record(z.string(), z.array(z.string())) });

/** What an answer of the doors says is wrong; nothing for any other answer. */
export function uploadErrors(answer: unknown): UploadErrors {
  const parsed = refusal.safeParse(answer);
  return parsed.success ? parsed.data.fields : {};
}
