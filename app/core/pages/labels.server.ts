import { can } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { listGroups, listLabels, listMerges } from "#app/core/domain/label/label-list.server.ts";
import { previewRule } from "#app/core/domain/label/past-calls.server.ts";
import { listTeamNames } from "#app/core/domain/member/team.server.ts";
import type { PersonRef } from "#app/core/domain/views.ts";

/** What the address of the page says. */
export type LabelsQuery = { tab: string | null; edit: string | null; rule: string | null };

/**
 * The labels' page: one tab of it, and what the rule that is being written would find.
 * @throws DomainError `forbidden`
 */
export async function getLabelsPage(actor: Member, { tab, edit, rule }: LabelsQuery) {
  const canMakeAny = can(actor, "label.everywhere");
  const [labels, groups, merges, teams] = await Promise.all([
    listLabels(actor),
    listGroups(actor),
    listMerges(actor),
    can(actor, "label.manage") ? listTeamNames(actor) : ([] as PersonRef[]),
  ]);
  const edited = labels.find(({ id, canChange }) => id === edit && canChange) ?? null;
  const asked = edited === null ? null : (rule ?? edited.rule);
  const teamId = edited?.team?.id ?? null;
  return {
    tab: tab === "archived" || (tab === "groups" && canMakeAny) ? tab : ("labels" as const),
    ...{ labels, groups, merges, edited },
    /** Those the actor may make labels for. */
    teams,
    /** The id of the row whose form is open. */
    open: edit,
    /** The rule as it was typed for a preview. */
    typedRule: edited === null ? null : rule,
    preview:
      asked === null || asked.trim() === ""
        ? null
        : await previewRule(actor, { rule: asked, teamId }),
    can: { make: can(actor, "label.manage"), makeAny: canMakeAny },
  };
}

export type LabelsView = Awaited<ReturnType<typeof getLabelsPage>>;
