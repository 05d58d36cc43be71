import * as z from "zod";
import { can } from "#app/core/domain/access/access.ts";
import { reviewersOf } from "#app/core/domain/review/reviewers.server.ts";
import {
  addPersonForm,
  changePersonForm,
  ofPersonForm,
} from "#app/core/domain/call/call-edit.schema.ts";
import { addPerson, changePerson, removePerson } from "#app/core/domain/call/people.server.ts";
import { listNewOwners, transferCall } from "#app/core/domain/call/transfer.server.ts";
import { listWatchers } from "#app/core/domain/call/who-watched.server.ts";
import {
  changeContact,
  chooseContact,
  chooseNoContact,
  makeContact,
} from "#app/core/domain/contact/contact-writes.server.ts";
import {
  changeContactForm,
  chooseContactForm,
  newContactForm,
  ofPerson,
} from "#app/core/domain/contact/contact.schema.ts";
import { assignReviewerForm, ofReviewer } from "#app/core/domain/review/review.schema.ts";
import {
  assignReviewer,
  finishReview,
  reopenReview,
  restoreReviewer,
  takeReviewer,
} from "#app/core/domain/review/review.server.ts";
import { command } from "./playback-part.server.ts";
import type { PlaybackSource } from "./playback-source.server.ts";
import type { PlaybackTabs } from "./playback-views.ts";

/** Who took part, whose the call is, who is to listen to it, and who has. */
export const peoplePart = {
  load,
  commands: {
    add_person: command({
      schema: addPersonForm,
      needs: "transcript.update",
      run: (actor, input, { callId }) => addPerson(actor, callId, input),
    }),
    change_person: command({
      schema: changePersonForm,
      needs: "call.update",
      run: (actor, input, { callId }) => changePerson(actor, callId, input),
    }),
    remove_person: command({
      schema: ofPersonForm,
      needs: "call.update",
      run: (actor, input, { callId }) => removePerson(actor, callId, input),
    }),
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
    transfer: command({
      schema: z.object({ memberId: z.uuid() }),
      needs: "call.transfer",
      run: (actor, { memberId }, { callId }) => transferCall(actor, callId, memberId),
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
  },
};

async function load({ actor, call }: PlaybackSource): Promise<PlaybackTabs["info"]> {
  const [newOwners, reviewers, watchers] = await Promise.all([
    can(actor, "call.transfer", call) ? listNewOwners(actor, call.owner.id) : null,
    reviewersOf(actor, call.id),
    can(actor, "views.read", call) ? listWatchers(actor, call) : null,
  ]);
  return { newOwners, reviewers, watchers };
}
