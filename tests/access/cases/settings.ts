import type { generalCommands } from "#app/core/pages/general-commands.server.ts";
import type { labelsCommands } from "#app/core/pages/labels-commands.server.ts";
import type { logCommands } from "#app/core/pages/log-commands.server.ts";
import type { membersCommands } from "#app/core/pages/members-commands.server.ts";
import { askedOf, type CasesOf } from "./case.ts";

const ofInvited = {
  right: "member.invite",
  about: "invited",
  form: { memberId: "{invitedId}" },
} as const;
const change = {
  memberId: "{memberId}",
  role: "manager",
  teamId: "{teamId}",
  version: "1",
} as const;
const list = { text: "email,name\nlisted@fuzz.test,Listed" } as const;

const members = {
  invite: {
    right: "member.invite",
    about: "team",
    form: { email: "new@fuzz.test", role: "rep", teamId: "{teamId}" },
  },
  resend: ofInvited,
  uninvite: ofInvited,
  change: [
    { right: "member.manage", form: change },
    {
      right: "member.manage",
      form: { ...change, scope: "listed", "scopeTeamIds[0]": "{parentId}" },
    },
  ],
  deactivate: { right: "member.manage", form: { memberId: "{memberId}", heirId: "{heirId}" } },
  reactivate: { right: "member.manage", form: { memberId: "{outId}" } },
  view_as: { right: "member.view_as", form: { memberId: "{memberId}" } },
  make_link: { right: "member.manage", form: { role: "rep", teamId: "{teamId}" } },
  revoke_link: { right: "member.manage", form: { linkId: "{linkId}" } },
  make_team: { right: "member.manage", form: { name: "Another team", parentId: "{parentId}" } },
  change_team: {
    right: "member.manage",
    form: { teamId: "{teamId}", name: "Renamed", parentId: "{emptyTeamId}", version: "1" },
  },
  remove_team: { right: "member.manage", form: { teamId: "{emptyTeamId}" } },
  check_import: {
    right: "member.manage",
    form: list,
    changesNothing: "says what would become of each line",
  },
  run_import: { right: "member.manage", form: list },
} satisfies CasesOf<typeof membersCommands.commands>;

/** Of secrets, and of what stands in for something made at the moment, only the shape is right. */
const general = {
  profile: {
    right: "profile.change",
    form: {
      name: "Renamed",
      nameOrder: "given_first",
      language: "en",
      timeZone: "UTC",
      version: "1",
    },
  },
  password: {
    right: "profile.change",
    form: { currentPassword: "herons over the river", password: "otters under the bridge" },
  },
  revoke: { right: "profile.change", about: "own", form: { sessionId: "{sessionId}" } },
  revoke_all: { right: "profile.change", signsOut: true },
  factor_on: { right: "profile.change", form: { sealed: "x", code: "000000" } },
  factor_off: { right: "profile.change", form: {} },
  passkey_begin: {
    right: "profile.change",
    form: { name: "Laptop" },
    changesNothing: "a challenge, which is kept outside every workspace",
  },
  passkey_add: {
    right: "profile.change",
    form: { partial: "x", name: "Laptop", credential: "{}" },
  },
  passkey_remove: { right: "profile.change", about: "own", form: { passkeyId: "{passkeyId}" } },
  partner_link: {
    right: "profile.change",
    form: { partner: "google" },
    changesNothing: "half a link, which is kept outside every workspace",
  },
  partner_unlink: {
    right: "profile.change",
    about: "own",
    form: { partnerLoginId: "{partnerLoginId}" },
  },
  workspace: {
    right: "workspace.manage",
    form: {
      name: "Renamed",
      timeZone: "UTC",
      defaultVisibility: "private",
      signUpMode: "closed",
      version: "1",
    },
  },
  consent: {
    right: "workspace.manage",
    form: { textEn: "This call is recorded.", mayShareScreen: "on", version: "1" },
  },
  sign_in_policy: {
    right: "workspace.manage",
    form: { factorFor: "nobody", breakGlassId: "{breakGlassId}", version: "1" },
  },
  open_private: { right: "private.open", form: { reason: "A customer asked for their data" } },
  close_private: { right: "private.open" },
} satisfies CasesOf<typeof generalCommands.commands>;

const systemLog = {
  check: { right: "systemlog.list" },
  keep: { right: "workspace.manage", form: { days: "30" } },
} satisfies CasesOf<typeof logCommands.commands>;

const aLabel = { right: "label.manage", about: "label" } as const;
const ofLabel = { ...aLabel, form: { labelId: "{teamLabelId}" } } as const;
const ofGroup = { right: "label.everywhere", form: { groupId: "{groupId}" } } as const;
const label = {
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

/** What the pages of settings are asked for. */
export const OF_SETTINGS = [
  ...askedOf("routes/setting/member", "/setting/member", members),
  ...askedOf("routes/setting/general", "/setting/general", general),
  ...askedOf("routes/setting/label", "/setting/label", label),
  ...askedOf("routes/setting/system-log", "/setting/audit-log/system-log", systemLog),
];
