import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import { trashForm } from "#app/core/domain/call/call-edit.schema.ts";
import type { BulkOrder } from "#app/core/domain/bulk/bulk-views.ts";
import { cancelBulk } from "#app/core/domain/bulk/runs.server.ts";
import {
  countClipsOfMany,
  startBulk,
  startBulkWithNamedLabel,
  undoBulk,
} from "#app/core/domain/bulk/start.server.ts";
import { newOnCallForm, ofLabel } from "#app/core/domain/label/label.schema.ts";
import { optionalId } from "#app/core/domain/library/library.schema.ts";
import { agreeToMany, previewCalls } from "#app/core/domain/library/many.server.ts";
import { assignReviewerForm } from "#app/core/domain/review/review.schema.ts";
import { regenerateManyForm } from "#app/core/domain/summary/run.schema.ts";
import { commandsFor } from "./commands.ts";
import {
  type ListAddress,
  readSelection,
  type SelectionForm,
  selectionForm,
} from "./recordings-selection.server.ts";

const { command } = commandsFor<Member, Permission, ListAddress>();

const start = async (actor: Member, order: BulkOrder, form: SelectionForm, list: ListAddress) =>
  startBulk(actor, order, await readSelection(actor, form, list));

const labelled = (kind: "give_label" | "take_label") =>
  command({
    schema: selectionForm.extend(ofLabel.shape),
    needs: "call.update",
    run: (actor, { labelId, ...form }, list) => start(actor, { kind, labelId }, form, list),
  });

const ofLibrary = selectionForm.extend({ libraryId: z.uuid() });
const ofRun = z.object({ runId: z.uuid() });

/** What the list may ask of the calls that are selected in it, and of a run over them. */
export const bulkCommands = {
  bulk_give_label: labelled("give_label"),
  bulk_take_label: labelled("take_label"),
  bulk_give_new_label: command({
    schema: selectionForm.extend(newOnCallForm.shape),
    needs: "call.update",
    run: async (actor, input, list) =>
      startBulkWithNamedLabel(actor, input.name, await readSelection(actor, input, list)),
  }),
  bulk_access: command({
    schema: selectionForm.extend({ visibility: z.enum(["private", "team", "workspace"]) }),
    needs: "call.delete",
    run: (actor, { visibility, ...form }, list) =>
      start(actor, { kind: "set_access", visibility }, form, list),
  }),
  bulk_owner: command({
    schema: selectionForm.extend({ memberId: z.uuid() }),
    needs: "call.transfer",
    run: (actor, { memberId, ...form }, list) =>
      start(actor, { kind: "set_owner", memberId }, form, list),
  }),
  bulk_reviewer: command({
    schema: selectionForm.extend(assignReviewerForm.shape),
    needs: "call.update",
    run: (actor, { memberId, dueOn, givesAccess, ...form }, list) =>
      start(actor, { kind: "assign_reviewer", memberId, dueOn, givesAccess }, form, list),
  }),
  bulk_regenerate: command({
    schema: selectionForm.extend(regenerateManyForm.shape),
    needs: "call.update",
    run: (actor, { templateId, templateVersion = null, ...form }, list) =>
      start(actor, { kind: "regenerate", templateId, templateVersion }, form, list),
  }),
  bulk_recognise: command({
    schema: selectionForm,
    needs: "recording.retry",
    run: (actor, form, list) =>
      start(actor, { kind: "recognise", isBetterOnly: false }, form, list),
  }),
  bulk_preview_library: command({
    schema: ofLibrary,
    needs: "library.make",
    run: async (actor, { libraryId, ...form }, list) =>
      previewCalls(actor, libraryId, (await readSelection(actor, form, list)).callIds),
  }),
  bulk_add_to_library: command({
    schema: ofLibrary.extend({ folderId: optionalId, gives: z.coerce.number().int().min(0) }),
    needs: "library.make",
    run: async (actor, { libraryId, folderId, gives, ...form }, list) => {
      const selected = await readSelection(actor, form, list);
      const agreed = await agreeToMany(actor, libraryId, selected.callIds, gives);
      return startBulk(actor, { kind: "add_to_library", libraryId, folderId, agreed }, selected);
    },
  }),
  bulk_preview_delete: command({
    schema: selectionForm,
    needs: "call.delete",
    run: async (actor, form, list) =>
      countClipsOfMany(actor, await readSelection(actor, form, list)),
  }),
  bulk_delete: command({
    schema: selectionForm.extend(trashForm.shape),
    needs: "call.delete",
    run: (actor, { withClips, ...form }, list) =>
      start(actor, { kind: "delete", withClips: withClips === "on" }, form, list),
  }),
  bulk_restore: command({
    schema: selectionForm,
    needs: "call.restore",
    run: (actor, form, list) => start(actor, { kind: "restore" }, form, list),
  }),
  bulk_undo: command({
    schema: ofRun,
    needs: "call.list",
    run: (actor, { runId }) => undoBulk(actor, runId),
  }),
  bulk_cancel: command({
    schema: ofRun,
    needs: "call.list",
    run: async (actor, { runId }) => {
      await cancelBulk(actor, runId);
      return { runId };
    },
  }),
};
