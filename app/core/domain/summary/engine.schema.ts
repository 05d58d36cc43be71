import * as z from "zod";

/** Money as people type it; an empty field is none to the form parser. */
const money = z.coerce.number().min(0).max(1_000_000).optional();
const text = (most: number) => z.string().trim().max(most).optional();

const fields = {
  kind: z.enum(["operator", "none", "local", "remote"]),
  baseUrl: text(500).refine(
    (value) => value === undefined || (URL.canParse(value) && /^https?:/i.test(value)),
    { message: "invalid_url" },
  ),
  model: text(200),
  /** Empty: the stored one stays. */
  key: text(1_000),
  isKeyRemoved: z.boolean().default(false),
  priceIn: money,
  priceOut: money,
  monthCap: money,
  runCap: money,
  readsPrivate: z.boolean().default(false),
};
const OWN = new Set(["local", "remote"]);
type Fields = { kind: string; baseUrl?: string | undefined; model?: string | undefined };
/** Which fields an own model lacks. */
export const lackOf = ({ kind, baseUrl, model }: Fields): ("baseUrl" | "model")[] =>
  OWN.has(kind)
    ? [
        ...(baseUrl === undefined ? ["baseUrl" as const] : []),
        ...(model === undefined ? ["model" as const] : []),
      ]
    : [];

export const modelForm = z.object({
  intent: z.literal("llm"),
  ...fields,
  version: z.coerce.number().int().positive(),
});
/** What the form may send: both buttons are its own. */
export const modelPageForm = modelForm.extend({ intent: z.enum(["llm", "llm_test"]) });
export const modelTestForm = z.object({ intent: z.literal("llm_test"), ...fields });
export type ModelChange = z.output<typeof modelForm>;
export type ModelTest = Omit<z.output<typeof modelTestForm>, "intent">;
