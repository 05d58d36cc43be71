import type { Member } from "#app/core/domain/access/actor.ts";
import { viewAs } from "#app/core/domain/rights/view-as.server.ts";
import {
  inviteMember,
  resendInvitation,
  withdrawInvitation,
} from "#app/core/domain/member/invite.server.ts";
import type { MemberIntent } from "#app/core/domain/member/member.schema.ts";
import {
  changeMember,
  deactivateMember,
  reactivateMember,
} from "#app/core/domain/member/member-writes.server.ts";
import { makeSignUpLink, revokeSignUpLink } from "#app/core/domain/member/sign-up-link.server.ts";
import { changeTeam, makeTeam, removeTeam } from "#app/core/domain/member/team.server.ts";

/** Does what a form of the members' page asks. @throws DomainError of whatever it calls */
export async function changeMembers(actor: Member, input: MemberIntent): Promise<void> {
  switch (input.intent) {
    case "invite":
      return inviteMember(actor, input);
    case "resend":
      return resendInvitation(actor, input.memberId);
    case "uninvite":
      return withdrawInvitation(actor, input.memberId);
    case "change":
      return changeMember(actor, input);
    case "deactivate":
      return deactivateMember(actor, input);
    case "reactivate":
      return reactivateMember(actor, input.memberId);
    case "view_as":
      return viewAs(actor, input.memberId);
    case "make_link":
      return makeSignUpLink(actor, input);
    case "revoke_link":
      return revokeSignUpLink(actor, input.linkId);
    case "make_team":
      return makeTeam(actor, input);
    case "change_team":
      return changeTeam(actor, input);
    case "remove_team":
      return removeTeam(actor, input.teamId);
  }
}
