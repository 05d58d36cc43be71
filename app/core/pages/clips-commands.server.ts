import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import { labelClipsForm, ofClip, ofClips, ofDeletion } from "#app/core/domain/clip/clip.schema.ts";
import {
  deleteClips,
  labelClips,
  restoreClips,
  undoDeletion,
} from "#app/core/domain/clip/clip-many.server.ts";
import { restoreClip, retryClip } from "#app/core/domain/clip/clip-writes.server.ts";
import { commandsFor } from "./commands.ts";
import { savedViewCommands } from "./saved-views.server.ts";

const { command, commandOn, table } = commandsFor<Member, Permission, object>();
const onClip = commandOn(ofClip, "clipId");

/** What the list of clips may ask for. */
export const clipsCommands = table({
  ...savedViewCommands("clips"),
  restore_clip: onClip("clip.restore", restoreClip),
  retry_clip: onClip("clip.update", retryClip),
  delete_clips: command({
    schema: ofClips,
    needs: "clip.update",
    run: (actor, { clipIds }) => deleteClips(actor, clipIds),
  }),
  restore_clips: command({
    schema: ofClips,
    needs: "clip.restore",
    run: (actor, { clipIds }) => restoreClips(actor, clipIds),
  }),
  undo_deletion: commandOn(ofDeletion, "deletionId")("clip.restore", undoDeletion),
  label_clips: command({
    schema: labelClipsForm,
    needs: "clip.update",
    run: (actor, { clipIds, labelId }) => labelClips(actor, clipIds, labelId),
  }),
});
