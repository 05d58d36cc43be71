import * as z from "zod";
import { giveAccessForm, takeBackAccessForm } from "#app/core/domain/call/access.schema.ts";
import { giveAccess, takeBackAccess } from "#app/core/domain/call/access.server.ts";
import { callForm, trashForm } from "#app/core/domain/call/call-edit.schema.ts";
import { editCall, trashCall } from "#app/core/domain/call/call-writes.server.ts";
import { openRecording } from "#app/core/domain/live/browser-recorder.server.ts";
import { retryRecording } from "#app/core/domain/recording/retry.server.ts";
import { command } from "./playback-part.server.ts";

/** What its page changes of a call itself, and who sees it. */
export const callPart = {
  commands: {
    edit_call: command({
      schema: callForm,
      needs: "call.update",
      run: (actor, input, { callId }) => editCall(actor, callId, input),
    }),
    trash: command({
      schema: trashForm,
      needs: "call.delete",
      run: (actor, { withClips }, { callId }) =>
        trashCall(actor, callId, { withClips: withClips === "on" }),
    }),
    retry: command({
      schema: z.object({ recordingId: z.uuid() }),
      needs: "recording.retry",
      run: (actor, { recordingId }, { callId }) => retryRecording(actor, recordingId, callId),
    }),
    open_recording: command({
      schema: z.object({ isShown: z.enum(["true", "false"]) }),
      needs: "live.host",
      run: (actor, { isShown }, { callId }) => openRecording(actor, callId, isShown === "true"),
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
  },
};
