import { env } from "#app/core/platform/env.server.ts";
import { can, demand } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { Ignored } from "#app/core/domain/list/list-query.ts";
import {
  findMemberRow,
  listSuccessors,
  listMembers,
} from "#app/core/domain/member/member-list.server.ts";
import type {
  Choice,
  LinkRow,
  MailWay,
  MemberQuery,
  MemberRow,
} from "#app/core/domain/member/member-views.ts";
import { listSignUpLinks } from "#app/core/domain/member/sign-up-link.server.ts";
import { listTeams } from "#app/core/domain/member/team.server.ts";
import { countLinksOfMaker } from "#app/core/domain/share/working-links.server.ts";

export type MemberTab = "members" | "teams" | "links" | "import";
const TABS: MemberTab[] = ["members", "teams", "links", "import"];

/**
 * A tab of the members' page.
 * @param asked the tab and the id of who or which team is open, as the address says them
 * @throws DomainError `forbidden`
 */
export async function getMemberPage(
  actor: Member,
  { query, ignored }: { query: MemberQuery; ignored: Ignored[] },
  asked: { tab: string | null; edit: string | null },
) {
  demand(actor, "member.list");
  const canManage = can(actor, "member.manage");
  const tabs = canManage ? TABS : TABS.slice(0, 1);
  const tab = tabs.find((name) => name === asked.tab) ?? "members";
  const isList = tab === "members";
  const [page, teams, links, successors, edited] = await Promise.all([
    isList ? listMembers(actor, query) : { members: none<MemberRow>(), next: null, count: 0 },
    listTeams(actor),
    tab === "links" ? listSignUpLinks(actor) : none<LinkRow>(),
    isList && canManage ? listSuccessors(actor) : none<Choice>(),
    isList && canManage && asked.edit !== null ? findMemberRow(actor, asked.edit) : null,
  ]);
  const isActive = edited?.state === "active";
  return {
    ...page,
    tab,
    query,
    ignored: isList ? ignored : [],
    teams,
    links,
    successors,
    edited,
    /** How many links of theirs their deactivation ends. */
    endedLinks: isActive ? await countLinksOfMaker(actor, edited.id) : 0,
    open: tab === "teams" ? asked.edit : null,
    self: actor.memberId,
    mail: mailWay(),
    can: { manage: canManage, viewAs: can(actor, "member.view_as") },
  };
}

function mailWay(): MailWay {
  const { SMTP_URL, hasMailPage } = env();
  if (SMTP_URL !== undefined) return "server";
  return hasMailPage ? "page" : "none";
}

const none = <T>(): T[] => [];
