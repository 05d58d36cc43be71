import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import { giveAccessForm, takeBackAccessForm } from "#app/core/domain/call/access.schema.ts";
import { giveAccess, takeBackAccess } from "#app/core/domain/call/access.server.ts";
import { callForm, personForm } from "#app/core/domain/call/call-edit.schema.ts";
import { editCall, trashCall } from "#app/core/domain/call/call-writes.server.ts";
import { addPerson } from "#app/core/domain/call/people.server.ts";
import { transferCall } from "#app/core/domain/call/transfer.server.ts";
import { giveLabel, giveNewLabel, takeLabel } from "#app/core/domain/label/call-label.server.ts";
import { newOnCallForm, ofLabel } from "#app/core/domain/label/label.schema.ts";
import { retryRecording } from "#app/core/domain/recording/retry.server.ts";
import {
  correctSpeakerSchema,
  correctWordsSchema,
  revertTranscriptSchema,
} from "#app/core/domain/transcript/transcript.schema.ts";
import { editTranscript } from "#app/core/domain/transcript/transcript-writes.server.ts";
import { commandsFor } from "./commands.ts";

const { command, table } = commandsFor<Member, Permission, { callId: string }>();

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
  trash: command({
    schema: z.object({}),
    needs: "call.delete",
    run: (actor, _input, { callId }) => trashCall(actor, callId),
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
