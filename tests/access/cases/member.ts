import type { membersCommands } from "#app/core/pages/members-commands.server.ts";
import { askedOf, type CasesOf, read, type Requests } from "../requests.ts";

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

const MEMBER = ["member.list", "routes/setting/member", "/setting/member"] as const;

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

export const requests: Requests = {
  reads: [read(...MEMBER, { edit: "{memberId}" }), read(...MEMBER, { team: "{teamId}" })],
  commands: [...askedOf("routes/setting/member", "/setting/member", members)],
  optional: ["heirId", "parentId", "scope", "teamId", "text"],
  roles: {
    "member.manage": "admins",
    "member.view_as": "admins",
    "member.list": "leaders",
    "member.invite": "leaders",
  },
};
