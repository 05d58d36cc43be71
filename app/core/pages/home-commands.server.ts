import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import { homeMetricsForm, stepsForm } from "#app/core/domain/account/home-preferences.schema.ts";
import { chooseHomeMetrics, hideSteps } from "#app/core/domain/account/home-preferences.server.ts";
import { replyForm } from "#app/core/domain/comment/comment.schema.ts";
import { reply } from "#app/core/domain/comment/comment-writes.server.ts";
import { leaveDealToRules, linkDeal } from "#app/core/domain/deal/link.server.ts";
import { admitGuest } from "#app/core/domain/live/admission.server.ts";
import { markNotice } from "#app/core/domain/review/own-notices.server.ts";
import { finishReview, reopenReview } from "#app/core/domain/review/review.server.ts";
import { revertTranscript } from "#app/core/domain/transcript/transcript-writes.server.ts";
import { commandsFor } from "./commands.ts";
import { leaveSpeaker, nameSpeaker, nameSpeakerForm } from "./name-speaker.server.ts";
import { optionalId, undoAnswer, undoAnswerForm } from "./undo-answer.server.ts";
import { uploadCommands } from "./upload-commands.server.ts";

const { command, commandOn, table } = commandsFor<Member, Permission, object>();

const ofCall = z.object({ callId: z.uuid() });
const onCall = commandOn(ofCall, "callId");
const onNotice = commandOn(z.object({ noticeId: z.uuid() }), "noticeId");
const version = z.coerce.number().int().min(1).max(1_000_000);

/** What Home may ask for: each thing to do where it stands, and its undo. */
export const homeCommands = table({
  ...uploadCommands.commands,
  answer: command({
    schema: replyForm.extend({ callId: z.uuid(), noticeId: optionalId }),
    needs: "comment.write",
    run: async (actor, { callId, noticeId, ...answer }) => {
      const written = await reply(actor, callId, answer);
      if (noticeId !== undefined) await markNotice(actor, noticeId, true);
      return written;
    },
  }),
  undo_answer: command({ schema: undoAnswerForm, needs: "comment.delete", run: undoAnswer }),
  mark_read: onNotice("home.read", (actor, id) => markNotice(actor, id, true)),
  mark_unread: onNotice("home.read", (actor, id) => markNotice(actor, id, false)),
  finish_review: onCall("call.read", finishReview),
  reopen_review: onCall("call.read", reopenReview),
  admit: command({
    schema: z.object({ guestId: z.uuid(), callId: z.uuid() }),
    needs: "guest.admit",
    run: (actor, { callId, guestId }) => admitGuest(actor, callId, guestId),
  }),
  name_speaker: command({
    schema: nameSpeakerForm,
    needs: "transcript.update",
    run: nameSpeaker,
  }),
  unname_speaker: command({
    schema: z.object({ callId: z.uuid(), number: version, to: version }),
    needs: "transcript.update",
    run: (actor, { callId, number, to }) =>
      revertTranscript(actor, callId, { intent: "revert_transcript", number, to }),
  }),
  leave_speaker: onCall("transcript.update", (actor, id) => leaveSpeaker(actor, id, true)),
  ask_speaker: onCall("transcript.update", (actor, id) => leaveSpeaker(actor, id, false)),
  link_deal: command({
    schema: ofCall.extend({ dealId: z.uuid() }),
    needs: "call.update",
    run: async (actor, { callId, dealId }) => void (await linkDeal(actor, callId, dealId)),
  }),
  leave_deal: onCall(
    "call.update",
    async (actor, callId) => void (await leaveDealToRules(actor, callId)),
  ),
  choose_metrics: command({
    schema: homeMetricsForm,
    needs: "preferences.update",
    run: chooseHomeMetrics,
  }),
  first_steps: command({
    schema: stepsForm,
    needs: "preferences.update",
    run: (actor, { hides }) => hideSteps(actor, hides === "yes"),
  }),
});
