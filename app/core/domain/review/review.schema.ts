import * as z from "zod";
import { isDayText } from "../zone.ts";

/** By when: "2026-12-01"; an empty field is no day. */
export const dueOnField = z
  .union([z.literal(""), z.string().refine(isDayText, { message: "invalid_date" })], {
    error: "invalid_date",
  })
  .optional()
  .transform((day) => (day === undefined || day === "" ? null : day));

/** A tick: this gives the person access to the call. */
export const givesAccessField = z
  .stringbool({ truthy: ["on", "true", "1"], falsy: ["off", "false", "0", ""] })
  .optional()
  .transform((value) => value ?? false);

/** Who is to listen to a call, and by when. */
export const assignReviewerForm = z.object({
  memberId: z.uuid(),
  dueOn: dueOnField,
  givesAccess: givesAccessField,
});
export type NewReviewer = z.output<typeof assignReviewerForm>;

export const ofReviewer = z.object({ assignmentId: z.uuid() });
