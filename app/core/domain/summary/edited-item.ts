import * as z from "zod";
import { outputItem } from "./output.ts";

/** Where a piece of a summary was said: a quote of one version of the transcript, with its place. */
export const saidAt = z.object({
  baseId: z.uuid(),
  segment: z.int(),
  participantId: z.uuid().nullable(),
  t0Ms: z.int(),
  t1Ms: z.int(),
  quote: z.string(),
});
export type SaidAt = z.output<typeof saidAt>;

/** `summary_edit.items`: an item as a person left it, with the places of the item it was made from. */
export const editedItem = outputItem.and(z.object({ evidence: z.array(saidAt).default([]) }));
export type EditedItem = z.output<typeof editedItem>;

/**
 * What an item was made from: a quote of an output (`at`) or all of its quotes, or an item of the edit before; null for
 * one that is new.
 */
export const itemOrigin = z
  .union([
    z.object({ output: z.uuid(), at: z.int().min(0).nullable() }),
    z.object({ kept: z.int().min(0) }),
  ])
  .nullable();
export type ItemOrigin = z.output<typeof itemOrigin>;
