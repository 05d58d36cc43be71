import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import { trashForm } from "#app/core/domain/call/call-edit.schema.ts";
import { restoreCall, trashCallOf } from "#app/core/domain/call/call-writes.server.ts";
import { retryRecording } from "#app/core/domain/recording/retry.server.ts";
import {
  discardUpload,
  keepDuplicate,
  usePartial,
} from "#app/core/domain/recording/upload-answers.server.ts";
import { commandsFor } from "./commands.ts";

const inList = commandsFor<Member, Permission, object>();
const ofRecording = z.object({ recordingId: z.uuid() });
const onRecording = inList.commandOn(ofRecording, "recordingId");
/** What the lists of Recordings and Home may ask of an upload that stands still. */
export const uploadCommands = inList.table({
  retry: onRecording("recording.retry", retryRecording),
  keep: onRecording("recording.retry", keepDuplicate),
  discard: onRecording("recording.retry", discardUpload),
  use_partial: onRecording("recording.retry", usePartial),
  trash: inList.command({
    schema: ofRecording.extend(trashForm.shape),
    needs: "call.delete",
    run: (actor, { recordingId, withClips }) =>
      trashCallOf(actor, recordingId, { withClips: withClips === "on" }),
  }),
  restore: inList.commandOn(z.object({ callId: z.uuid() }), "callId")("call.restore", restoreCall),
});

const onPage = commandsFor<Member, Permission, { id: string }>();
const ofPage = <Result>(needs: Permission, run: (actor: Member, id: string) => Promise<Result>) =>
  onPage.command({ schema: z.object({}), needs, run: (actor, _input, { id }) => run(actor, id) });
/** What the page of one recording may ask for; the recording is the page's. */
export const recordCommands = onPage.table({
  retry: ofPage("recording.retry", retryRecording),
  keep: ofPage("recording.retry", keepDuplicate),
  discard: ofPage("recording.retry", discardUpload),
  use_partial: ofPage("recording.retry", usePartial),
  trash: onPage.command({
    schema: trashForm,
    needs: "call.delete",
    run: (actor, { withClips }, { id }) =>
      trashCallOf(actor, id, { withClips: withClips === "on" }),
  }),
});
