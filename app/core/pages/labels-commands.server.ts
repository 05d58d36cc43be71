import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import { changeGroup, makeGroup, removeGroup } from "#app/core/domain/label/group-writes.server.ts";
import {
  changeGroupForm,
  changeLabelForm,
  groupForm,
  labelForm,
  mergeForm,
  ofGroup,
  ofLabel,
} from "#app/core/domain/label/label.schema.ts";
import {
  archiveLabel,
  changeLabel,
  makeLabel,
  restoreLabel,
} from "#app/core/domain/label/label-writes.server.ts";
import { mergeLabel, unmergeLabel } from "#app/core/domain/label/merge.server.ts";
import { commandsFor } from "./commands.ts";

const { command, table } = commandsFor<Member, Permission, object>();

/** What the labels' page may ask for. */
export const labelsCommands = table({
  make_label: command({ schema: labelForm, needs: "label.manage", run: makeLabel }),
  change_label: command({ schema: changeLabelForm, needs: "label.manage", run: changeLabel }),
  archive_label: command({
    schema: ofLabel,
    needs: "label.manage",
    run: (actor, { labelId }) => archiveLabel(actor, labelId),
  }),
  restore_label: command({
    schema: ofLabel,
    needs: "label.manage",
    run: (actor, { labelId }) => restoreLabel(actor, labelId),
  }),
  merge_label: command({ schema: mergeForm, needs: "label.manage", run: mergeLabel }),
  unmerge_label: command({
    schema: ofLabel,
    needs: "label.manage",
    run: (actor, { labelId }) => unmergeLabel(actor, labelId),
  }),
  make_group: command({ schema: groupForm, needs: "label.everywhere", run: makeGroup }),
  change_group: command({ schema: changeGroupForm, needs: "label.everywhere", run: changeGroup }),
  remove_group: command({
    schema: ofGroup,
    needs: "label.everywhere",
    run: (actor, { groupId }) => removeGroup(actor, groupId),
  }),
});
