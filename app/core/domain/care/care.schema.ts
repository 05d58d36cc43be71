import * as z from "zod";
import { isDayText } from "../zone.ts";
import { CARE_RULES } from "./care-views.ts";

export const ofColleague = z.object({ memberId: z.uuid() });
const yesNo = z.enum(["yes", "no"]).transform((value) => value === "yes");
/** Whether a suggestion of a week was right. */
export const markForm = z.object({
  rule: z.enum(CARE_RULES),
  monday: z.string().refine(isDayText),
  isRight: yesNo,
});
/** Whether a call of one's own was hard. */
export const hardForm = z.object({ callId: z.uuid(), isHard: yesNo });
/** Whether a call of one's own is shown to who leads one. */
export const showForm = z.object({ callId: z.uuid(), isShown: yesNo });
/** Whether hard calls are asked after. */
export const switchForm = z.object({ on: yesNo });

export type Mark = z.output<typeof markForm>;
export type HardCall = z.output<typeof hardForm>;
export type ShownCall = z.output<typeof showForm>;
export type Switch = z.output<typeof switchForm>;
