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

const { command, commandOn, table } = commandsFor<Member, Permission, object>();
const onLabel = commandOn(ofLabel, "labelId");
const onGroup = commandOn(ofGroup, "groupId");

/** What the labels' page may ask for. */
export const labelsCommands = table({
  make_label: command({ schema: labelForm, needs: "label.manage", run: makeLabel }),
  change_label: command({ schema: changeLabelForm, needs: "label.manage", run: changeLabel }),
  archive_label: onLabel("label.manage", archiveLabel),
  restore_label: onLabel("label.manage", restoreLabel),
  merge_label: command({ schema: mergeForm, needs: "label.manage", run: mergeLabel }),
  unmerge_label: onLabel("label.manage", unmergeLabel),
  make_group: command({ schema: groupForm, needs: "label.everywhere", run: makeGroup }),
  change_group: command({ schema: changeGroupForm, needs: "label.everywhere", run: changeGroup }),
  remove_group: onGroup("label.everywhere", removeGroup),
});
