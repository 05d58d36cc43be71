import type { Ignored } from "#app/core/domain/list/list-query.ts";
import type {
  Choice,
  LinkRow,
  MailWay,
  MemberQuery,
  MemberRow,
  TeamRow,
} from "#app/core/domain/member/member-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { IgnoredNote } from "#app/ui/components/layout/ignored-note.tsx";
import { COUNTED } from "#app/core/domain/list/counted.ts";
import { Page } from "#app/ui/components/layout/page.tsx";
import { EditMember } from "./edit-member.tsx";
import { InvitePanel } from "./invite-panel.tsx";
import { LinksPanel } from "./links-panel.tsx";
import { MemberFilters, MemberTable } from "./member-table.tsx";
import { TeamsPanel } from "./teams-panel.tsx";

/** Beside the page's script, which waits for it: one of its tabs, and used now and then. */
const { ImportPanel } = await import("./import-panel.tsx");

export type MemberTab = "members" | "teams" | "links" | "import";
type Props = {
  tab: MemberTab;
  members: MemberRow[];
  next: string | null;
  count: number;
  query: MemberQuery;
  ignored: Ignored[];
  teams: TeamRow[];
  links: LinkRow[];
  successors: Choice[];
  /** Whose row is open. */
  edited: MemberRow | null;
  /** How many links of theirs end when they are deactivated. */
  endedLinks: number;
  can: { manage: boolean; viewAs: boolean };
  /** The id of the team whose form is open. */
  open: string | null;
  /** The reader's own id. */
  self: string;
  mail: MailWay;
  answer: unknown;
};

/** Members, teams and sign-up links; managers see their own people and invite reps. */
export function MemberPage(props: Props) {
  const { tab, members, next, count, query, teams, links, successors, edited, can, answer } = props;
  const { ignored } = props;
  const { t } = useTranslation("member");
  const { t: setting } = useTranslation("setting");
  const countText = count > COUNTED ? t("countMore", { n: COUNTED }) : t("count", { count });
  const form =
    edited === null ? null : (
      <EditMember
        member={edited}
        teams={teams}
        successors={successors}
        endedLinks={props.endedLinks}
        canView={can.viewAs && edited.state === "active" && edited.id !== props.self}
        answer={answer}
      />
    );
  // Somebody whom the filters leave out, or another page of the list shows.
  const isListed = members.some(({ id }) => id === edited?.id);
  return (
    <Page
      title={tab === "members" ? t("title") : setting(`page.${tab}`)}
      note={tab === "members" ? countText : undefined}
    >
      {tab === "teams" ? <TeamsPanel teams={teams} open={props.open} answer={answer} /> : null}
      {tab === "links" ? <LinksPanel links={links} teams={teams} answer={answer} /> : null}
      {tab === "import" ? <ImportPanel answer={answer} /> : null}
      {tab === "members" ? (
        <>
          {form === null ? (
            <InvitePanel teams={teams} canManage={can.manage} mail={props.mail} answer={answer} />
          ) : isListed ? null : (
            form
          )}
          <MemberFilters query={query} teams={teams} />
          <IgnoredNote ignored={ignored} />
          <MemberTable
            members={members}
            next={next}
            query={query}
            canManage={can.manage}
            opened={edited === null ? null : { id: edited.id, form }}
          />
        </>
      ) : null}
    </Page>
  );
}
