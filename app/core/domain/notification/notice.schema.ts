import * as z from "zod";
import { hasDay, hoursFields, NO_DAY } from "../working-hours.schema.ts";
import type { NoticeChoices } from "./notice-choices.ts";
import { CHOOSABLE_KINDS, MAIL_CHOICES } from "./notices.ts";

const mail = z.enum(MAIL_CHOICES).optional();
/** When each kind is mailed; a kind that the form does not show stays as it is. */
export const noticeChoicesForm = z.object({
  mention: mail,
  reply: mail,
  feedback_request: mail,
  feedback_received: mail,
  reviewer_assigned: mail,
  access_given: mail,
  call_handed_over: mail,
  calls_handed_over: mail,
  library_asked: mail,
  library_agreed: mail,
  library_declined: mail,
  library_item: mail,
  viewing_required: mail,
  viewing_due: mail,
  clip_asked: mail,
  clip_links_wait: mail,
  clip_agreed: mail,
  clip_declined: mail,
  share_viewed: mail,
  share_ending: mail,
  recording_ready: mail,
  words_missing: mail,
  recording_failed: mail,
  recording_left: mail,
  crm_review: mail,
  crm_conflict: mail,
  crm_failed: mail,
  storage_80: mail,
  storage_95: mail,
  storage_full: mail,
  connection_broken: mail,
  job_failed: mail,
});

/** Of the form's fields those that say something. */
export const choicesIn = (input: z.output<typeof noticeChoicesForm>): NoticeChoices =>
  Object.fromEntries(
    Object.entries(input).filter(
      ([name, chosen]) => chosen !== undefined && CHOOSABLE_KINDS.some((kind) => kind === name),
    ),
  );

/** `whose`: the workspace's hours, or the member's own, which the other fields say. */
export const ownHoursForm = z
  .object({ whose: z.enum(["workspace", "own"]), ...hoursFields })
  .refine((input) => input.whose === "workspace" || hasDay(input), NO_DAY);

export const ofNotice = z.object({ noticeId: z.uuid() });
