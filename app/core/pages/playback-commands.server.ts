import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import { giveAccessForm, takeBackAccessForm } from "#app/core/domain/call/access.schema.ts";
import { giveAccess, takeBackAccess } from "#app/core/domain/call/access.server.ts";
import { callForm, personForm } from "#app/core/domain/call/call-edit.schema.ts";
import { editCall, trashCall } from "#app/core/domain/call/call-writes.server.ts";
import {
  addCommentForm,
  editCommentForm,
  ofComment,
  replyForm,
} from "#app/core/domain/comment/comment.schema.ts";
import {
  deleteComment,
  followComment,
  reopenComment,
  resolveComment,
  restoreComment,
} from "#app/core/domain/comment/comment-state.server.ts";
import { addComment, editComment, reply } from "#app/core/domain/comment/comment-writes.server.ts";
import { newClipForm } from "#app/core/domain/clip/clip.schema.ts";
import { makeClip } from "#app/core/domain/clip/clip-writes.server.ts";
import { addPerson } from "#app/core/domain/call/people.server.ts";
import {
  changeContactForm,
  chooseContactForm,
  newContactForm,
  ofPerson,
} from "#app/core/domain/contact/contact.schema.ts";
import {
  changeContact,
  chooseContact,
  chooseNoContact,
  makeContact,
} from "#app/core/domain/contact/contact-writes.server.ts";
import { crmDealForm } from "#app/core/domain/deal/crm-deal.schema.ts";
import { linkCrmDeal } from "#app/core/domain/deal/link-crm.server.ts";
import { VENDORS } from "#app/core/integrations/registry.server.ts";
import { dealForm } from "#app/core/domain/deal/deal.schema.ts";
import {
  leaveDealToRules,
  linkDeal,
  makeDealOfCall,
  unlinkDeal,
} from "#app/core/domain/deal/link.server.ts";
import { transferCall } from "#app/core/domain/call/transfer.server.ts";
import { giveLabel, giveNewLabel, takeLabel } from "#app/core/domain/label/call-label.server.ts";
import { newOnCallForm, ofLabel } from "#app/core/domain/label/label.schema.ts";
import {
  assignReviewer,
  finishReview,
  reopenReview,
  restoreReviewer,
  takeReviewer,
} from "#app/core/domain/review/review.server.ts";
import { assignReviewerForm, ofReviewer } from "#app/core/domain/review/review.schema.ts";
import { retryRecording } from "#app/core/domain/recording/retry.server.ts";
import {
  correctSpeakerSchema,
  correctWordsSchema,
  revertTranscriptSchema,
} from "#app/core/domain/transcript/transcript.schema.ts";
import { editTranscript } from "#app/core/domain/transcript/transcript-writes.server.ts";
import { regenerateSummary } from "#app/core/domain/analysis/regenerate.server.ts";
import {
  editSection,
  keepSection,
  takeNewSection,
} from "#app/core/domain/analysis/edit-summary.server.ts";
import {
  editSectionForm,
  keepMineForm,
  regenerateForm,
  takeNewForm,
} from "#app/core/domain/summary/run.schema.ts";
import {
  embedKeyForm,
  mintForm,
  ofEmbedKey,
  rotateKeyForm,
} from "#app/core/domain/embed/embed.schema.ts";
import {
  demandKeyOf,
  makeEmbedKey,
  mintEmbedToken,
  revokeEmbedKey,
  rotateEmbedKey,
} from "#app/core/domain/embed/embed-keys.server.ts";
import { newLinkForm } from "#app/core/domain/share/link.schema.ts";
import {
  demandLinkOf,
  makeLink,
  revokeLinksOfCall,
} from "#app/core/domain/share/link-writes.server.ts";
import { commandsFor } from "./commands.ts";
import { commandsOfLinks } from "./link-commands.server.ts";

const { command, table } = commandsFor<Member, Permission, { callId: string }>();
/** A command whose form says only which comment it is about. */
const onComment = (
  needs: Permission,
  run: (actor: Member, callId: string, commentId: string) => Promise<void>,
) =>
  command({
    schema: ofComment,
    needs,
    run: (actor, { commentId }, { callId }) => run(actor, callId, commentId),
  });

/** A command about a key of a link of this very call. */
const onKey = <Schema extends z.ZodObject & z.ZodType<{ keyId: string }>, Result>(
  schema: Schema,
  run: (actor: Member, input: z.output<Schema>) => Promise<Result>,
) =>
  command({
    schema,
    needs: "link.change",
    run: async (actor, input: z.output<Schema>, { callId }) => {
      await demandKeyOf(actor, callId, input.keyId);
      return run(actor, input);
    },
  });
/** The deal before may be one that whoever asks does not see: the page is told nothing of it. */
const dealCommands = {
  link_deal: command({
    schema: z.object({ dealId: z.uuid() }),
    needs: "call.update",
    run: async (actor, { dealId }, { callId }) => void (await linkDeal(actor, callId, dealId)),
  }),
  link_crm_deal: command({
    schema: crmDealForm,
    needs: "crm.review",
    run: async (actor, input, { callId }) =>
      void (await linkCrmDeal(VENDORS, actor, callId, input)),
  }),
  make_deal: command({
    schema: dealForm,
    needs: "call.update",
    run: async (actor, input, { callId }) => void (await makeDealOfCall(actor, callId, input)),
  }),
  unlink_deal: command({
    schema: z.object({}),
    needs: "call.update",
    run: async (actor, _input, { callId }) => void (await unlinkDeal(actor, callId)),
  }),
  leave_deal: command({
    schema: z.object({}),
    needs: "call.update",
    run: async (actor, _input, { callId }) => void (await leaveDealToRules(actor, callId)),
  }),
};

const contactCommands = {
  choose_contact: command({
    schema: chooseContactForm,
    needs: "call.update",
    run: (actor, input, { callId }) => chooseContact(actor, callId, input),
  }),
  no_contact: command({
    schema: ofPerson,
    needs: "call.update",
    run: (actor, { participantId }, { callId }) => chooseNoContact(actor, callId, participantId),
  }),
  make_contact: command({
    schema: newContactForm,
    needs: "call.update",
    run: (actor, input, { callId }) => makeContact(actor, callId, input),
  }),
  change_contact: command({
    schema: changeContactForm,
    needs: "call.update",
    run: (actor, input, { callId }) => changeContact(actor, callId, input),
  }),
};

/** What the page of a call may ask for. */
export const playbackCommands = table({
  edit_call: command({
    schema: callForm,
    needs: "call.update",
    run: (actor, input, { callId }) => editCall(actor, callId, input),
  }),
  add_person: command({
    schema: personForm,
    needs: "transcript.update",
    run: (actor, input, { callId }) => addPerson(actor, callId, input),
  }),
  ...dealCommands,
  ...contactCommands,
  give_label: command({
    schema: ofLabel,
    needs: "call.update",
    run: (actor, { labelId }, { callId }) => giveLabel(actor, callId, labelId),
  }),
  take_label: command({
    schema: ofLabel,
    needs: "call.update",
    run: (actor, { labelId }, { callId }) => takeLabel(actor, callId, labelId),
  }),
  give_new_label: command({
    schema: newOnCallForm,
    needs: "call.update",
    run: (actor, input, { callId }) => giveNewLabel(actor, callId, input),
  }),
  add_comment: command({
    schema: addCommentForm,
    needs: "comment.write",
    run: (actor, input, { callId }) => addComment(actor, callId, input),
  }),
  reply: command({
    schema: replyForm,
    needs: "comment.write",
    run: (actor, input, { callId }) => reply(actor, callId, input),
  }),
  edit_comment: command({
    schema: editCommentForm,
    needs: "comment.edit",
    run: (actor, input, { callId }) => editComment(actor, callId, input),
  }),
  delete_comment: onComment("comment.delete", deleteComment),
  restore_comment: onComment("comment.delete", restoreComment),
  resolve_comment: onComment("comment.resolve", resolveComment),
  reopen_comment: onComment("comment.resolve", reopenComment),
  follow_comment: onComment("comment.read", (actor, callId, commentId) =>
    followComment(actor, callId, { commentId, isOn: true }),
  ),
  unfollow_comment: onComment("comment.read", (actor, callId, commentId) =>
    followComment(actor, callId, { commentId, isOn: false }),
  ),
  make_clip: command({
    schema: newClipForm,
    needs: "clip.create",
    run: async (actor, input, { callId }) => ({ clipId: await makeClip(actor, callId, input) }),
  }),
  make_link: command({
    schema: newLinkForm,
    needs: "link.create",
    run: (actor, input, { callId }) => makeLink(actor, callId, input),
  }),
  ...commandsOfLinks<{ callId: string }>("link.change", ({ callId }) => ({
    kind: "call",
    id: callId,
  })),
  make_embed_key: command({
    schema: embedKeyForm,
    needs: "link.change",
    run: async (actor, input, { callId }) => {
      await demandLinkOf(actor, { kind: "call", id: callId }, input.linkId);
      return makeEmbedKey(actor, input);
    },
  }),
  rotate_embed_key: onKey(rotateKeyForm, (actor, { keyId, hours }) =>
    rotateEmbedKey(actor, keyId, hours),
  ),
  revoke_embed_key: onKey(ofEmbedKey, (actor, { keyId }) => revokeEmbedKey(actor, keyId)),
  /** A key for one reader; it is shown this once. */
  mint_embed_token: onKey(mintForm, mintEmbedToken),
  revoke_call_links: command({
    schema: z.object({}),
    needs: "link.change",
    run: (actor, _input, { callId }) => revokeLinksOfCall(actor, callId),
  }),
  retry: command({
    schema: z.object({ recordingId: z.uuid() }),
    needs: "recording.retry",
    run: (actor, { recordingId }, { callId }) => retryRecording(actor, recordingId, callId),
  }),
  transfer: command({
    schema: z.object({ memberId: z.uuid() }),
    needs: "call.transfer",
    run: (actor, { memberId }, { callId }) => transferCall(actor, callId, memberId),
  }),
  give_access: command({
    schema: giveAccessForm,
    needs: "call.share",
    run: (actor, input, { callId }) => giveAccess(actor, callId, input),
  }),
  take_back_access: command({
    schema: takeBackAccessForm,
    needs: "call.share",
    run: (actor, { grantId }, { callId }) => takeBackAccess(actor, callId, grantId),
  }),
  assign_reviewer: command({
    schema: assignReviewerForm,
    needs: "call.update",
    run: (actor, input, { callId }) => assignReviewer(actor, callId, input),
  }),
  take_reviewer: command({
    schema: ofReviewer,
    needs: "call.update",
    run: (actor, { assignmentId }, { callId }) => takeReviewer(actor, callId, assignmentId),
  }),
  restore_reviewer: command({
    schema: ofReviewer,
    needs: "call.update",
    run: (actor, { assignmentId }, { callId }) => restoreReviewer(actor, callId, assignmentId),
  }),
  finish_review: command({
    schema: z.object({}),
    needs: "call.read",
    run: (actor, _input, { callId }) => finishReview(actor, callId),
  }),
  reopen_review: command({
    schema: z.object({}),
    needs: "call.read",
    run: (actor, _input, { callId }) => reopenReview(actor, callId),
  }),
  trash: command({
    schema: z.object({}),
    needs: "call.delete",
    run: (actor, _input, { callId }) => trashCall(actor, callId),
  }),
  regenerate_summary: command({
    schema: regenerateForm,
    needs: "call.update",
    run: (actor, input, { callId }) => regenerateSummary(actor, callId, input),
  }),
  edit_summary: command({
    schema: editSectionForm,
    needs: "call.update",
    run: (actor, input, { callId }) => editSection(actor, callId, input),
  }),
  take_new_summary: command({
    schema: takeNewForm,
    needs: "call.update",
    run: (actor, input, { callId }) => takeNewSection(actor, callId, input),
  }),
  keep_my_summary: command({
    schema: keepMineForm,
    needs: "call.update",
    run: (actor, input, { callId }) => keepSection(actor, callId, input),
  }),
  correct_words: command({
    schema: correctWordsSchema,
    needs: "transcript.update",
    run: (actor, input, { callId }) => editTranscript(actor, callId, input),
  }),
  correct_speaker: command({
    schema: correctSpeakerSchema,
    needs: "transcript.update",
    run: (actor, input, { callId }) => editTranscript(actor, callId, input),
  }),
  revert_transcript: command({
    schema: revertTranscriptSchema,
    needs: "transcript.update",
    run: (actor, input, { callId }) => editTranscript(actor, callId, input),
  }),
});
