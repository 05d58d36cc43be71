import type { labelsCommands } from "#app/core/pages/labels-commands.server.ts";
import type { labelsPart } from "#app/core/pages/playback-labels.server.ts";
import { askedOf, type CasesOf, read, type Requests } from "../requests.ts";

const aLabel = { right: "label.manage", about: "label" } as const;
const ofLabel = { ...aLabel, form: { labelId: "{teamLabelId}" } } as const;
const ofGroup = { right: "label.everywhere", form: { groupId: "{groupId}" } } as const;

const settings = {
  make_label: {
    right: "label.manage",
    about: "team",
    form: { name: "Another label", teamId: "{teamId}", groupId: "{groupId}", colour: "blue" },
  },
  change_label: {
    ...aLabel,
    form: {
      labelId: "{teamLabelId}",
      groupId: "{groupId}",
      name: "Renamed",
      colour: "rose",
      rule: "price",
      version: "1",
    },
  },
  archive_label: ofLabel,
  restore_label: { ...aLabel, form: { labelId: "{archivedId}" } },
  merge_label: { ...aLabel, form: { labelId: "{teamLabelId}", intoId: "{intoId}" } },
  unmerge_label: { ...aLabel, form: { labelId: "{mergedId}" } },
  make_group: { right: "label.everywhere", form: { name: "Another group" } },
  change_group: { ...ofGroup, form: { ...ofGroup.form, name: "Renamed", version: "1" } },
  remove_group: ofGroup,
} satisfies CasesOf<typeof labelsCommands.commands>;

const ofPlayback = {
  give_label: { right: "call.update", form: { labelId: "{labelId}" } },
  take_label: { right: "call.update", form: { labelId: "{givenId}" } },
  give_new_label: { right: "call.update", also: "label.manage", form: { name: "A new label" } },
} satisfies CasesOf<typeof labelsPart.commands>;

export const requests: Requests = {
  reads: [
    read("label.list", "routes/setting/label", "/setting/label", { edit: "{teamLabelId}" }),
    read("call.update", "routes/resource/call-labels", "/calls/{callId}/labels"),
  ],
  commands: [
    ...askedOf("routes/setting/label", "/setting/label", settings),
    ...askedOf("routes/work/playback", "/playback/{callId}", ofPlayback),
  ],
  optional: ["rule", "groupId"],
  roles: { "label.everywhere": "admins", "label.manage": "leaders" },
};
