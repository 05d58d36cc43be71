import * as z from "zod";
import { orNone } from "../fields.schema.ts";

/** One line of text as people type it. */
export const line = (max: number) =>
  z
    .string()
    .transform((text) => text.normalize("NFC").replace(/\s+/g, " ").trim())
    .pipe(z.string().max(max));
/** Whole units with at most two decimals, as text: money is never a binary fraction. */
const amount = z.string().regex(/^\d{1,15}(\.\d{1,2})?$/);
const currency = z
  .string()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/);

/** A deal as somebody enters it. `ownerId`: whoever enters it unless said otherwise. */
export const dealForm = z
  .object({
    name: line(200).pipe(z.string().min(1)),
    company: line(120).optional(),
    stageId: z.uuid(),
    ownerId: z.uuid().optional(),
    amount: orNone(amount).default(null),
    currency: orNone(currency).default(null),
    closeDate: orNone(z.iso.date()).default(null),
    nextStep: orNone(line(500)).default(null),
  })
  .refine((deal) => deal.amount === null || deal.currency !== null, {
    path: ["currency"],
    error: "required",
  });
export const changeDealForm = dealForm.safeExtend({
  dealId: z.uuid(),
  version: z.coerce.number().int().positive(),
});
export const ofDeal = z.object({ dealId: z.uuid() });
export type DealInput = z.output<typeof dealForm>;
/** A change of a deal; `version` is the one the form was filled from. */
export type DealEdit = DealInput & { version: number };
