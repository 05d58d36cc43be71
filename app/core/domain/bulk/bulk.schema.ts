import * as z from "zod";
import type { BulkOrder } from "./bulk-views.ts";

const visibility = z.enum(["private", "team", "workspace"]);
const orders = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["give_label", "take_label"]), labelId: z.uuid() }),
  z.object({ kind: z.literal("set_access"), visibility }),
  z.object({ kind: z.literal("set_owner"), memberId: z.uuid() }),
  z.object({
    kind: z.literal("assign_reviewer"),
    memberId: z.uuid(),
    dueOn: z.iso.date().nullable(),
    givesAccess: z.boolean(),
  }),
  z.object({
    kind: z.literal("regenerate"),
    templateId: z.number(),
    templateVersion: z.number().nullable(),
  }),
  z.object({ kind: z.literal("run_tracker"), trackerId: z.uuid() }),
  z.object({
    kind: z.literal("add_to_library"),
    libraryId: z.uuid(),
    folderId: z.uuid().nullable(),
    agreed: z.array(z.uuid()),
  }),
  // Runs of before this choice are of the settings: they wanted better words only.
  z.object({ kind: z.literal("recognise"), isBetterOnly: z.boolean().default(true) }),
  // Runs of before this choice left them.
  z.object({ kind: z.literal("delete"), withClips: z.boolean().default(false) }),
  z.object({
    kind: z.enum(["rewrite_terms", "count_words", "propose", "restore"]),
  }),
]);
/** What a run stores beside its kind. */
const stored = z.object({
  order: orders,
  /** The run whose rows are put back. */
  undoes: z.uuid().nullable(),
  /** More matched than one run takes. */
  isCut: z.boolean(),
});
export type StoredOrder = { order: BulkOrder; undoes: string | null; isCut: boolean };

export const readOrder = (input: unknown): StoredOrder => stored.parse(input);
