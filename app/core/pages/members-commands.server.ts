import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import { listText } from "#app/core/domain/file-text.server.ts";
import { checkImport, runImport } from "#app/core/domain/member/import-members.server.ts";
import {
  inviteMember,
  resendInvitation,
  withdrawInvitation,
} from "#app/core/domain/member/invite.server.ts";
import {
  changeMemberForm,
  changeTeamForm,
  deactivateForm,
  importForm,
  inviteForm,
  linkForm,
  ofLink,
  ofMember,
  ofTeam,
  teamForm,
} from "#app/core/domain/member/member.schema.ts";
import {
  changeMember,
  deactivateMember,
  reactivateMember,
} from "#app/core/domain/member/member-writes.server.ts";
import { makeSignUpLink, revokeSignUpLink } from "#app/core/domain/member/sign-up-link.server.ts";
import { changeTeam, makeTeam, removeTeam } from "#app/core/domain/member/team.server.ts";
import { viewAs } from "#app/core/domain/rights/view-as.server.ts";
import { commandsFor } from "./commands.ts";

const { command, commandOn, table } = commandsFor<Member, Permission, object>();
const onMember = commandOn(ofMember, "memberId");
const onLink = commandOn(ofLink, "linkId");
const onTeam = commandOn(ofTeam, "teamId");

/** What the members' page may ask for. */
export const membersCommands = table({
  invite: command({
    schema: inviteForm,
    needs: "member.invite",
    run: async (actor, input) => {
      await inviteMember(actor, input);
      return { facts: { email: input.email } };
    },
  }),
  resend: onMember("member.invite", resendInvitation),
  uninvite: onMember("member.invite", withdrawInvitation),
  change: command({ schema: changeMemberForm, needs: "member.manage", run: changeMember }),
  deactivate: command({ schema: deactivateForm, needs: "member.manage", run: deactivateMember }),
  reactivate: onMember("member.manage", reactivateMember),
  view_as: onMember("member.view_as", viewAs),
  make_link: command({ schema: linkForm, needs: "member.manage", run: makeSignUpLink }),
  revoke_link: onLink("member.manage", revokeSignUpLink),
  make_team: command({ schema: teamForm, needs: "member.manage", run: makeTeam }),
  change_team: command({ schema: changeTeamForm, needs: "member.manage", run: changeTeam }),
  remove_team: onTeam("member.manage", removeTeam),
  check_import: command({
    schema: importForm,
    needs: "member.manage",
    run: async (actor, sent) => {
      // The list as it was sent stays in the page, so that the second step sends the same one.
      const text = await listText(sent);
      return { import: { ...(await checkImport(actor, text)), text, isDone: false } };
    },
  }),
  run_import: command({
    schema: importForm,
    needs: "member.manage",
    run: async (actor, sent) => {
      const done = await runImport(actor, await listText(sent));
      return { import: { ...done, text: "", isDone: true } };
    },
  }),
});
