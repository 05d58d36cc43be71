import type { connectionsCommands } from "#app/core/pages/connections-commands.server.ts";
import type { generalCommands } from "#app/core/pages/general-commands.server.ts";
import type { dictionaryCommands } from "#app/core/pages/dictionary-commands.server.ts";
import type { labelsCommands } from "#app/core/pages/labels-commands.server.ts";
import type { logCommands } from "#app/core/pages/log-commands.server.ts";
import type { membersCommands } from "#app/core/pages/members-commands.server.ts";
import type { noticesCommands } from "#app/core/pages/notices-commands.server.ts";
import type { teamCareCommands } from "#app/core/pages/team-care-commands.server.ts";
import { lexiconHash, lexiconOf } from "#app/core/domain/words/lexicon.ts";
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
const ofModel = { right: "workspace.manage", form: { name: "a-model" } } as const;
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

const ofDeal = { right: "deal.list", about: "deal", form: { dealId: "{dealId}" } } as const;
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
  notices: { right: "profile.change", form: { mention: "digest" } },
  hours: {
    right: "profile.change",
    form: { whose: "own", mon: "on", from: "22:00", to: "06:00" },
  },
  workspace_hours: {
    right: "workspace.manage",
    form: { tue: "on", from: "08:00", to: "16:00", holidays: "2026-12-25 Xmas", version: "1" },
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
  sharing: {
    right: "workspace.manage",
    form: {
      ...{ sharers: "managers", needs: "password", maxDays: "30" },
      ...{ mayDownload: "on", isBlocked: "on", version: "1" },
    },
  },
  llm: {
    right: "workspace.manage",
    form: { kind: "none", monthCap: "20", version: "1" },
  },
  llm_test: {
    right: "workspace.manage",
    changesNothing: "a question to a model is no change",
    form: { kind: "none" },
  },
  model_install: ofModel,
  model_cancel: ofModel,
  model_remove: ofModel,
  model_prefer: ofModel,
  recognise_past: { right: "workspace.manage", form: {} },
  speech_try: { ...ofModel, form: { sentence: "Good morning" } },
  sign_in_policy: {
    right: "workspace.manage",
    form: { factorFor: "nobody", breakGlassId: "{breakGlassId}", version: "1" },
  },
  make_deal: {
    right: "deal.make",
    form: {
      ...{ name: "Another deal", stageId: "{stageId}", company: "Acme" },
      ...{ amount: "84000.50", currency: "EUR", closeDate: "2027-01-29", nextStep: "The offer" },
    },
  },
  change_deal: {
    ...ofDeal,
    form: {
      ...{ ...ofDeal.form, name: "Renamed", stageId: "{stageId}", version: "1" },
      ownerId: "{breakGlassId}",
    },
  },
  delete_deal: ofDeal,
  restore_deal: { right: "deal.list", about: "gone", form: { dealId: "{goneDealId}" } },
  check_deals: {
    right: "deal.make",
    form: { text: "name\nA listed deal" },
    changesNothing: "says what would become of each line",
  },
  import_deals: { right: "deal.make", form: { text: "name\nA listed deal" } },
  make_stage: { right: "deal.manage", form: { name: "Another stage", kind: "open" } },
  make_usual_stages: {
    right: "deal.manage",
    form: { open: "First, Second", won: "Won", lost: "Lost" },
  },
  change_stage: {
    right: "deal.manage",
    form: { stageId: "{stageId}", name: "Renamed", kind: "won", version: "1" },
  },
  move_stage: { right: "deal.manage", form: { stageId: "{stageId}", way: "down" } },
  archive_stage: { right: "deal.manage", form: { stageId: "{stageId}" } },
  restore_stage: { right: "deal.manage", form: { stageId: "{archivedStageId}" } },
  deal_settings: {
    right: "deal.manage",
    form: {
      ...{
        dealVisibility: "workspace",
        openedAfterDays: "7",
        closedBeforeDays: "30",
        expiresDays: "21",
      },
      version: "1",
    },
  },
  open_private: { right: "private.open", form: { reason: "A customer asked for their data" } },
  close_private: { right: "private.open" },
} satisfies CasesOf<typeof generalCommands.commands>;

const ofHubspot = { right: "connection.manage", form: { slug: "hubspot" } } as const;
const anApp = { slug: "hubspot", clientId: "an-app", clientSecret: "a secret: of ours" } as const;
const connections = {
  save_app: { right: "connection.manage", form: anApp },
  save_and_connect: { right: "connection.manage", form: anApp },
  connect: ofHubspot,
  test_connection: ofHubspot,
  disconnect: ofHubspot,
  purge: { right: "connection.manage", form: { slug: "hubspot", isSure: "on" } },
  replace_account: ofHubspot,
  keep_account: {
    ...ofHubspot,
    changesNothing: "what waited for a word is kept outside every workspace",
  },
  connect_mock: { right: "connection.manage" },
  copy_deals: { right: "connection.manage" },
  plant_fault: {
    right: "connection.manage",
    form: { fault: "too_long", ofField: "NextStep", times: "1" },
  },
  clear_faults: { right: "connection.manage" },
  change_record: {
    right: "connection.manage",
    form: { record: "{mockRecordId}", field: "NextStep" },
  },
} satisfies CasesOf<typeof connectionsCommands.commands>;

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

const aTracker = { right: "dictionary.manage", about: "label" } as const;
const content = { side: "C", category: "pricing", language: "en", phrases: "price" } as const;
const term = { term: "Kestrel", language: "en", category: "product", boost: "8" } as const;
const FILLERS = lexiconOf("en")?.entries.filter(({ kind }) => kind === "filler") ?? [];
/** Names the list that a workspace begins with. */
const SEEN = lexiconHash({ language: "en", isSpaced: true, entries: FILLERS });
const dictionary = {
  make_tracker: {
    right: "dictionary.manage",
    about: "team",
    form: { name: "Another tracker", teamId: "{teamId}", ...content },
  },
  change_tracker: {
    ...aTracker,
    form: { trackerId: "{trackerId}", name: "Renamed", version: "1", ...content },
  },
  preview_tracker: {
    ...aTracker,
    form: { trackerId: "{trackerId}", ...content },
    changesNothing: "it says what would be found",
  },
  make_term: {
    right: "dictionary.manage",
    about: "team",
    form: { ...term, teamId: "{teamId}" },
  },
  change_term: { ...aTracker, form: { termId: "{termId}", version: "1", ...term } },
  delete_term: { ...aTracker, form: { termId: "{termId}" } },
  import_terms: {
    right: "dictionary.manage",
    about: "team",
    form: { text: "DockLine,dock line", teamId: "{teamId}" },
  },
  suggest_term: {
    right: "dictionary.suggest",
    form: { term: "Harrier", variant: "harry her", language: "en" },
  },
  accept_suggestion: { ...aTracker, form: { suggestionId: "{suggestionId}" } },
  decline_suggestion: { ...aTracker, form: { suggestionId: "{suggestionId}" } },
  change_lexicon: {
    right: "dictionary.everywhere",
    form: { language: "en", list: "filler", words: "um, well", seen: SEEN },
  },
  restore_lexicon: { right: "dictionary.everywhere", form: { language: "en", list: "filler" } },
  preview_lexicon: {
    right: "dictionary.everywhere",
    form: { language: "en", list: "filler", words: "um, well" },
    changesNothing: "it says what would change",
  },
  count_words: { right: "dictionary.everywhere", form: { language: "en" } },
  archive_tracker: { ...aTracker, form: { trackerId: "{trackerId}" } },
  restore_tracker: { ...aTracker, form: { trackerId: "{archivedTrackerId}" } },
} satisfies CasesOf<typeof dictionaryCommands.commands>;

const notices = {
  mark_read: { right: "notice.mark", about: "notice", form: { noticeId: "{noticeId}" } },
  mark_all_read: { right: "notice.mark" },
} satisfies CasesOf<typeof noticesCommands.commands>;

/** What the pages of settings, and the bell, are asked for. */
const care = {
  log_check_in: { right: "care.check_in", about: "invited", form: { memberId: "{memberId}" } },
  mark_suggestion: {
    right: "care.own",
    form: { rule: "C2", monday: "2026-11-16", isRight: "no" },
  },
  mark_call: { right: "care.own", about: "own", form: { callId: "{callId}", isHard: "yes" } },
  show_call: { right: "care.own", about: "own", form: { callId: "{callId}", isShown: "yes" } },
  switch_hard: { right: "care.own", form: { on: "no" } },
  switch_workspace_hard: { right: "workspace.manage", form: { on: "no" } },
} satisfies CasesOf<typeof teamCareCommands.commands>;

export const OF_SETTINGS = [
  ...askedOf("routes/analytics/team-care", "/analytics/team-care", care),
  ...askedOf("routes/setting/admin-integration", "/setting/admin-system-integration", connections),
  ...askedOf("routes/setting/member", "/setting/member", members),
  ...askedOf("routes/setting/general", "/setting/general", general),
  ...askedOf("routes/work/notices", "/notices", notices),
  ...askedOf("routes/setting/label", "/setting/label", label),
  ...askedOf("routes/setting/dictionary", "/setting/dictionary", dictionary),
  ...askedOf("routes/setting/system-log", "/setting/audit-log/system-log", systemLog),
];
