import { can } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { listConnectedCrms } from "#app/core/domain/mapping/mapping-health.server.ts";
import type { AppliesTo } from "#app/core/domain/template/template.schema.ts";
import type { RuleChoices } from "#app/core/domain/template/template-views.ts";
import { stampOf } from "#app/core/domain/template/stamp.ts";
import { engineOf, rulesOf } from "#app/core/domain/template/template-draft.server.ts";
import { getTemplate, listRuleChoices } from "#app/core/domain/template/template-list.server.ts";
import { TEMPLATE_TABS } from "./template-views.ts";

/** What the address of the page says. */
export type TemplateQuery = { tab: string | null; section: string | null; compare: string | null };

/** Those that a rule names: who only reads is shown no more. */
const namedIn = (
  { labels, teams, stages }: RuleChoices,
  { labelIds, teamIds, stageIds }: AppliesTo,
): RuleChoices => ({
  labels: labels.filter(({ id }) => labelIds.includes(id)),
  teams: teams.filter(({ id }) => teamIds.includes(id)),
  stages: stages.filter(({ id }) => stageIds.includes(id)),
});

/** One template, one tab of it. @throws DomainError `forbidden`, `not_found` */
export async function getTemplatePage(
  actor: Member,
  id: number,
  { tab, section: key, compare }: TemplateQuery,
) {
  const [template, choices] = await Promise.all([
    getTemplate(actor, id, compare === null ? null : Number(compare)),
    listRuleChoices(actor),
  ]);
  const { name, content } = template;
  const section = content.sections.find((one) => one.key === key) ?? content.sections.at(0) ?? null;
  return {
    tab: TEMPLATE_TABS.find((one) => one === tab) ?? "sections",
    template,
    /** The one whose form is open. */
    section,
    choices: template.canChange ? choices : namedIn(choices, content.appliesTo),
    /** CRMs it can be mapped to, for who may. */
    crms: can(actor, "template.manage") ? await listConnectedCrms(actor.workspaceId) : null,
    /** What each form shows, as it is sent back to the server. */
    stamps: {
      name: stampOf(name),
      section: stampOf(section),
      rules: stampOf(rulesOf(content)),
      engine: stampOf(engineOf(content)),
      content: stampOf(content),
    },
  };
}

export type TemplatePageView = Awaited<ReturnType<typeof getTemplatePage>>;
