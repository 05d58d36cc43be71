import type { Tx } from "#app/core/platform/db.server.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { changedMeanwhile } from "../audit/changed-meanwhile.server.ts";
import { record } from "../audit/record.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import type { OutputType } from "../summary/output.ts";
import { stampOf } from "./stamp.ts";
import { emptySection, freeKey } from "./new-section.ts";
import {
  type AppliesTo,
  type Section,
  templateContent,
  type TemplateContent,
} from "./template.schema.ts";
import {
  type EngineForm,
  type RulesForm,
  type SectionForm,
  sectionOfForm,
} from "./template-forms.schema.ts";
import { aboutTemplate, findWorking, inTurn, type Working } from "./template-row.server.ts";

/** Writes what the draft is to hold; a template without a draft gets one, with the next number. */
async function writeDraft(
  tx: Tx,
  { workspaceId, memberId }: Member,
  templateId: number,
  { number, isDraft, last }: Working,
  content: TemplateContent,
): Promise<void> {
  const data = { content: templateContent.parse(content), changedById: memberId };
  if (isDraft)
    await tx.templateVersion.updateMany({
      where: { workspaceId, templateId, number },
      data: { ...data, version: { increment: 1 } },
    });
  else
    await tx.templateVersion.create({
      data: { workspaceId, templateId, number: last + 1, state: "draft", ...data },
      select: { number: true },
    });
}

type Change = { content: TemplateContent; after: object };

/** One change of the draft, with its entry. @throws DomainError `forbidden`, `not_found`, and what `change` throws */
async function changeDraft(
  actor: Member,
  templateId: number,
  change: (working: Working, tx: Tx) => Change | Promise<Change>,
): Promise<void> {
  demand(actor, "template.manage");
  await inTurn(actor, async (tx) => {
    const working = await findWorking(tx, actor, templateId);
    const { content, after } = await change(working, tx);
    await writeDraft(tx, actor, templateId, working, content);
    await record(tx, actor, "template.changed", aboutTemplate(templateId), { after });
  });
}

/** @throws DomainError `conflict` where the form showed something else */
export async function demandSame(
  actor: Member,
  templateId: number,
  shown: number,
  stands: unknown,
): Promise<void> {
  if (stampOf(stands) !== shown) throw await changedMeanwhile(actor, String(templateId));
}

/** Names are not versioned. @throws DomainError `forbidden`, `not_found`, `conflict` */
export async function renameTemplate(
  actor: Member,
  templateId: number,
  { name, version }: { name: string; version: number },
): Promise<void> {
  demand(actor, "template.manage");
  const { workspaceId } = actor;
  await inTurn(actor, async (tx) => {
    const { name: before } = await findWorking(tx, actor, templateId);
    await demandSame(actor, templateId, version, before);
    await tx.template.updateMany({
      where: { workspaceId, id: templateId },
      data: { name, version: { increment: 1 } },
    });
    const change = { before: { name: before }, after: { name } };
    await record(tx, actor, "template.changed", aboutTemplate(templateId), change);
  });
}

const sectionAt = (sections: readonly Section[], key: string): number => {
  const at = sections.findIndex((section) => section.key === key);
  if (at < 0) throw new DomainError("not_found");
  return at;
};

/** @returns the key of the new section @throws DomainError `forbidden`, `not_found`, `limit_reached` */
export async function addSection(
  actor: Member,
  templateId: number,
  { title, type }: { title: string; type: OutputType },
): Promise<{ key: string }> {
  let key = "";
  await changeDraft(actor, templateId, ({ content }) => {
    const { sections } = content;
    if (sections.length >= LIMITS.templateSections)
      throw limitReached(LIMITS.templateSections, sections.length);
    key = freeKey(title, sections);
    const added = emptySection({ key, title, type }, content.language);
    return { content: { ...content, sections: [...sections, added] }, after: { added: key } };
  });
  return { key };
}

/**
 * A section as the form describes it. Somebody else's change of the same section is a conflict, one of another is not.
 * @throws DomainError `forbidden`, `not_found`, `conflict`, `validation_failed`
 */
export async function changeSection(
  actor: Member,
  templateId: number,
  form: SectionForm,
): Promise<{ key: string }> {
  await changeDraft(actor, templateId, async ({ content }) => {
    const { sections } = content;
    const at = sectionAt(sections, form.was);
    await demandSame(actor, templateId, form.version, sections[at]);
    const isUsed = sections.some(({ key }, n) => n !== at && key === form.key);
    if (isUsed) throw new DomainError("validation_failed", { key: ["key_used"] });
    return {
      content: { ...content, sections: sections.with(at, sectionOfForm(form)) },
      after: { section: form.key },
    };
  });
  return { key: form.key };
}

/** @throws DomainError `forbidden`, `not_found` */
export const removeSection = (actor: Member, templateId: number, key: string): Promise<void> =>
  changeDraft(actor, templateId, ({ content }) => {
    const at = sectionAt(content.sections, key);
    const sections = content.sections.toSpliced(at, 1);
    return { content: { ...content, sections }, after: { removed: key } };
  });

/** @param by places: −1 is one up @throws DomainError `forbidden`, `not_found` */
export const moveSection = (
  actor: Member,
  templateId: number,
  { key, by }: { key: string; by: number },
): Promise<void> =>
  changeDraft(actor, templateId, ({ content }) => {
    const at = sectionAt(content.sections, key);
    const rest = content.sections.toSpliced(at, 1);
    const to = Math.min(rest.length, Math.max(0, at + by));
    const sections = rest.toSpliced(to, 0, ...content.sections.slice(at, at + 1));
    return { content: { ...content, sections }, after: { moved: key } };
  });

/** What the "Used for" form holds of a template. */
export const rulesOf = ({ language, appliesTo }: TemplateContent) => ({ language, appliesTo });
/** What the "Engine and cost" form holds of a template. */
export const engineOf = ({ enginePolicy, maxCostMicros }: TemplateContent) => ({
  enginePolicy,
  maxCostMicros,
});

/** @throws DomainError `validation_failed` where a label, a team or a stage is not one of the workspace */
async function demandKnown(
  tx: Tx,
  { workspaceId }: Member,
  { labelIds, teamIds, stageIds }: AppliesTo,
): Promise<void> {
  const [labels, teams, stages] = await Promise.all([
    tx.label.count({ where: { workspaceId, id: { in: labelIds }, mergedInto: null } }),
    tx.team.count({ where: { workspaceId, id: { in: teamIds }, deletedAt: null } }),
    tx.dealStage.count({ where: { workspaceId, id: { in: stageIds } } }),
  ]);
  const areKnown =
    labels === new Set(labelIds).size &&
    teams === new Set(teamIds).size &&
    stages === new Set(stageIds).size;
  if (areKnown) return;
  throw new DomainError("validation_failed", { "": ["rule_gone"] });
}

/** Which calls it is for. @throws DomainError `forbidden`, `not_found`, `conflict`, `validation_failed` */
export async function changeRules(
  actor: Member,
  templateId: number,
  { version, language, ...appliesTo }: RulesForm,
): Promise<void> {
  await changeDraft(actor, templateId, async ({ content }, tx) => {
    await demandSame(actor, templateId, version, rulesOf(content));
    await demandKnown(tx, actor, appliesTo);
    return { content: { ...content, language, appliesTo }, after: { rules: appliesTo } };
  });
}

/** Who fills it, and what that may cost. @throws DomainError `forbidden`, `not_found`, `conflict` */
export async function changeEngine(
  actor: Member,
  templateId: number,
  { version, enginePolicy, maxCost }: EngineForm,
): Promise<void> {
  await changeDraft(actor, templateId, async ({ content }) => {
    await demandSame(actor, templateId, version, engineOf(content));
    const maxCostMicros = maxCost === undefined ? null : Math.round(maxCost * 1_000_000);
    const engine = { enginePolicy, maxCostMicros };
    return { content: { ...content, ...engine }, after: engine };
  });
}
