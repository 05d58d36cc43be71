import * as z from "zod";
import { line } from "./deal.schema.ts";

export const STAGE_KINDS = ["open", "won", "lost"] as const;
export type StageKind = (typeof STAGE_KINDS)[number];

const name = line(120).pipe(z.string().min(1));
const stageId = z.uuid();
const version = z.coerce.number().int().positive();

export const stageForm = z.object({ name, kind: z.enum(STAGE_KINDS) });
export const changeStageForm = stageForm.extend({ stageId, version });
export const moveStageForm = z.object({ stageId, way: z.enum(["up", "down"]) });
export const ofStage = z.object({ stageId });
/** The stages most teams begin with, in the words of whoever asks: open ones divided by commas, then won and lost. */
export const usualStagesForm = z.object({ open: z.string().max(1_000), won: name, lost: name });

const days = z.coerce.number().int().min(0).max(90);
/** Who sees deals beside their owners and the managers above; how far from a call a deal may be open (product §6). */
export const dealSettingsForm = z.object({
  dealVisibility: z.enum(["private", "team", "workspace"]),
  openedAfterDays: days,
  closedBeforeDays: days,
  /** Of a CRM's change that nobody decides about. */
  expiresDays: z.coerce.number().int().min(1).max(60),
  version,
});

export type NewStage = z.output<typeof stageForm>;
export type StageChange = z.output<typeof changeStageForm>;
export type StageMove = z.output<typeof moveStageForm>;
export type UsualStages = z.output<typeof usualStagesForm>;
export type DealSettingsChange = z.output<typeof dealSettingsForm>;
