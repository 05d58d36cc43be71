import * as z from "zod";
import { TALK_KINDS } from "../views.ts";

/** Muted, and none of those that say who spoke or how something went; `tokens.css` has both themes. */
export const LABEL_COLOURS = [
  "slate",
  "stone",
  "brown",
  "olive",
  "moss",
  "green",
  "sky",
  "blue",
  "indigo",
  "violet",
  "mauve",
  "rose",
] as const;
export type LabelColour = (typeof LABEL_COLOURS)[number];

const name = z.string().trim().normalize("NFC").min(1).max(50);
/** A select's first line is "none". */
const optionalId = z
  .union([z.literal(""), z.uuid()])
  .optional()
  .transform((value) => (value === undefined || value === "" ? null : value));
const version = z.coerce.number().int().positive();
const colour = z.enum(LABEL_COLOURS);

export const groupForm = z.object({ intent: z.literal("make_group"), name });
export const changeGroupForm = z.object({
  intent: z.literal("change_group"),
  groupId: z.uuid(),
  name,
  version,
});
export const ofGroup = z.object({ groupId: z.uuid() });

export const labelForm = z.object({
  intent: z.literal("make_label"),
  name,
  groupId: optionalId,
  teamId: optionalId,
  colour,
});
export const changeLabelForm = z.object({
  intent: z.literal("change_label"),
  labelId: z.uuid(),
  name,
  groupId: optionalId,
  colour,
  /** In the grammar of searches; empty for none. */
  rule: z
    .union([z.literal(""), z.string().trim().normalize("NFC").max(400)])
    .optional()
    .transform((text) => (text === undefined || text === "" ? null : text)),
  /** What calls that wear it are about; empty for nothing. */
  talkKind: z
    .union([z.literal(""), z.enum(TALK_KINDS)])
    .optional()
    .transform((kind) => (kind === undefined || kind === "" ? null : kind)),
  version,
});
export const mergeForm = z.object({
  intent: z.literal("merge_label"),
  labelId: z.uuid(),
  intoId: z.uuid(),
});
export const ofLabel = z.object({ labelId: z.uuid() });
/** From the picker of a call: a label that is not there yet. */
export const newOnCallForm = z.object({ name });

type Input<S extends z.ZodType> = Omit<z.output<S>, "intent">;
export type NewLabel = Input<typeof labelForm>;
export type LabelChange = Input<typeof changeLabelForm>;
export type GroupChange = Input<typeof changeGroupForm>;
export type Merge = Input<typeof mergeForm>;
