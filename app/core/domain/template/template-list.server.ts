import { db } from "#app/core/platform/db.server.ts";
import { can, demand, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { DomainError } from "../errors.ts";
import { BUILT_IN_VERSION, BUILT_INS, type BuiltIn, findBuiltIn } from "./built-in.ts";
import { diffOf } from "./diff.ts";
import { takenBy } from "./fit.ts";
import { type AppliesTo, templateContent } from "./template.schema.ts";
import type {
  RuleChoices,
  RuleView,
  TemplateLine,
  TemplateView,
  VersionLine,
} from "./template-views.ts";
import { listUsage, type Usage } from "./usage.server.ts";

/** Labels, teams and stages of deals that the actor may know of, by name. */
export async function listRuleChoices(actor: Member): Promise<RuleChoices> {
  const select = { id: true, name: true } as const;
  const [labels, teams, stages] = await Promise.all([
    db.label.findMany({
      where: { mergedInto: null, archivedAt: null, AND: visible(actor, "label.read") },
      select,
      orderBy: { folded: "asc" },
    }),
    db.team.findMany({
      where: { workspaceId: actor.workspaceId, deletedAt: null },
      select,
      orderBy: { name: "asc" },
    }),
    db.dealStage.findMany({
      where: { workspaceId: actor.workspaceId, archivedAt: null },
      select: { ...select, pipeline: true },
      orderBy: [
        { connectionId: { sort: "asc", nulls: "first" } },
        { pipeline: "asc" },
        { ord: "asc" },
        { id: "asc" },
      ],
    }),
  ]);
  return {
    ...{ labels, teams },
    // Stages of several pipelines may have one name.
    stages: stages.map(({ id, name, pipeline }) => ({
      id,
      name: pipeline === "" ? name : `${name} (${pipeline})`,
    })),
  };
}

/** What a rule asks, by names. */
export function ruleOf(
  { kinds, labelIds, teamIds, stageIds }: AppliesTo,
  choices: RuleChoices,
): RuleView {
  const named = (ids: readonly string[], all: RuleChoices["labels"]) =>
    ids.map((id) => all.find((one) => one.id === id)?.name ?? null);
  return {
    kinds,
    labels: named(labelIds, choices.labels),
    teams: named(teamIds, choices.teams),
    stages: named(stageIds, choices.stages),
  };
}

const NO_USE: Usage = { calls: 0, coverage: null };
const lineOfBuiltIn = ({ id, name, isCatchAll, content }: BuiltIn): TemplateLine => ({
  ...{ id, name, isCatchAll },
  language: content.language,
  sections: content.sections.length,
  rule: { kinds: [], labels: [], teams: [], stages: [] },
  isBuiltIn: true,
  isArchived: false,
  ...{ place: null, published: BUILT_IN_VERSION, draft: null, takenBy: null, ...NO_USE },
});

/**
 * The templates in the order in which they are tried, Parley's own at the end. Who may not change them sees those that
 * are in use.
 * @throws DomainError `forbidden`
 */
export async function listTemplates(actor: Member): Promise<TemplateLine[]> {
  demand(actor, "template.list");
  const [found, choices, usage] = await Promise.all([
    db.template.findMany({
      where: { workspaceId: actor.workspaceId },
      select: {
        ...{ id: true, name: true, archivedAt: true },
        versions: {
          where: { state: { in: ["draft", "published"] } },
          select: { number: true, state: true, content: true },
        },
      },
      orderBy: [{ position: "asc" }, { id: "asc" }],
    }),
    listRuleChoices(actor),
    listUsage(actor),
  ]);
  const canChange = can(actor, "template.manage");
  const all = found.flatMap(({ id, name, archivedAt, versions }) => {
    const published = versions.find(({ state }) => state === "published");
    const draft = versions.find(({ state }) => state === "draft");
    const shown = published ?? draft;
    if (!shown) return [];
    const content = templateContent.parse(shown.content);
    const isInUse = published !== undefined && archivedAt === null;
    return [{ id, name, content, isArchived: archivedAt !== null, published, draft, isInUse }];
  });
  const inUse = all.filter((one) => one.isInUse);
  const rules = inUse.map(({ id, name, content }) => ({ id, name, ...content }));
  const lines = (canChange ? all : inUse).map((one): TemplateLine => {
    const at = inUse.indexOf(one);
    const above = at < 0 ? null : takenBy(rules, at);
    return {
      ...{ id: one.id, name: one.name, language: one.content.language },
      sections: one.content.sections.length,
      rule: ruleOf(one.content.appliesTo, choices),
      ...{ isBuiltIn: false, isCatchAll: false, isArchived: one.isArchived },
      place: at < 0 ? null : at + 1,
      published: one.published?.number ?? null,
      draft: canChange ? (one.draft?.number ?? null) : null,
      ...(usage.get(one.id) ?? NO_USE),
      takenBy: above && { name: above.name, place: rules.indexOf(above) + 1 },
    };
  });
  const builtIn = BUILT_INS.map((one) => ({ ...lineOfBuiltIn(one), ...usage.get(one.id) }));
  return [...lines, ...builtIn];
}

/**
 * One template: its draft for who may change it, what is published for others.
 * @param compare the number of an older version to hold against it
 * @throws DomainError `forbidden`, `not_found`
 */
export async function getTemplate(
  actor: Member,
  id: number,
  compare: number | null = null,
): Promise<TemplateView> {
  demand(actor, "template.list");
  const builtIn = findBuiltIn(id);
  const canChange = can(actor, "template.manage");
  if (builtIn)
    return {
      ...viewOfBuiltIn(builtIn, (await listUsage(actor)).get(id)?.calls ?? 0),
      canDuplicate: canChange,
    };
  const found = await db.template.findUnique({
    where: { workspaceId_id: { workspaceId: actor.workspaceId, id } },
    select: {
      ...{ name: true, archivedAt: true },
      versions: {
        ...(!canChange && { where: { state: "published" } }),
        include: { changedBy: { select: { name: true } } },
        orderBy: { number: "desc" },
      },
    },
  });
  if (!found || (!canChange && found.archivedAt !== null)) throw new DomainError("not_found");
  const versions = found.versions.map((version) => ({
    line: {
      ...{ number: version.number, state: version.state, note: version.note },
      at: (version.publishedAt ?? version.updatedAt).toISOString(),
      by: version.changedBy?.name ?? null,
    } satisfies VersionLine,
    content: templateContent.parse(version.content),
  }));
  const published = versions.find(({ line }) => line.state === "published");
  const draft = versions.find(({ line }) => line.state === "draft");
  const working = draft ?? published;
  if (!working) throw new DomainError("not_found");
  const older = versions.find(({ line }) => line.number === compare);
  const { number } = working.line;
  return {
    ...{ id, name: found.name, number, canChange, canDuplicate: canChange },
    isBuiltIn: false,
    isArchived: found.archivedAt !== null,
    isDraft: draft !== undefined,
    content: working.content,
    versions: versions.map(({ line }) => line),
    published: published ? { ...published.line, content: published.content } : null,
    changes: draft && published ? diffOf(published.content, draft.content) : null,
    compared:
      older && older.line.number !== number
        ? { number: older.line.number, diff: diffOf(older.content, working.content) }
        : null,
    calls: (await listUsage(actor)).get(id)?.calls ?? 0,
  };
}

const viewOfBuiltIn = ({ id, name, content }: BuiltIn, calls: number) => ({
  ...{ id, name, content, calls },
  ...{ isBuiltIn: true, isArchived: false, isDraft: false, canChange: false },
  number: BUILT_IN_VERSION,
  ...{ versions: [], published: null, changes: null, compared: null },
});
