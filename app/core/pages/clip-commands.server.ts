import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import { copyClip } from "#app/core/domain/clip/clip-copy.server.ts";
import { isClipSeen } from "#app/core/domain/clip/asked-clips.server.ts";
import { editClipForm, ofClip } from "#app/core/domain/clip/clip.schema.ts";
import { answerRequest, deleteClip, retryClip } from "#app/core/domain/clip/clip-writes.server.ts";
import { saveClip } from "#app/core/domain/share/clip-saved.server.ts";
import { agreeForm } from "#app/core/domain/share/link.schema.ts";
import { DomainError } from "#app/core/domain/errors.ts";
import { commandsFor } from "./commands.ts";

const { command, table } = commandsFor<Member, Permission, { clipId: string }>();
const nothing = z.object({});

/** What the page of a clip may ask for. */
export const clipCommands = table({
  save_clip: command({
    schema: editClipForm,
    needs: "clip.update",
    /** `isSeen`: who saved it sees it still. */
    run: async (actor, input, { clipId }) => {
      await saveClip(actor, clipId, input);
      return { isSeen: await isClipSeen(actor, clipId) };
    },
  }),
  /** The form names the clip: where it leads, it is put back by that. */
  delete_clip: command({
    schema: ofClip,
    needs: "clip.update",
    run: async (actor, form, { clipId }) => {
      if (form.clipId !== clipId) throw new DomainError("not_found");
      return deleteClip(actor, clipId);
    },
  }),
  retry_clip: command({
    schema: nothing,
    needs: "clip.update",
    run: (actor, _input, { clipId }) => retryClip(actor, clipId),
  }),
  copy_clip: command({
    schema: nothing,
    needs: "clip.create",
    run: (actor, _input, { clipId }) => copyClip(actor, clipId),
  }),
  agree_clip: command({
    schema: agreeForm,
    needs: "call.share",
    run: (actor, { revision }, { clipId }) =>
      answerRequest(actor, clipId, { isAccepted: true, revision }),
  }),
  decline_clip: command({
    schema: nothing,
    needs: "call.share",
    run: (actor, _input, { clipId }) => answerRequest(actor, clipId, { isAccepted: false }),
  }),
});
