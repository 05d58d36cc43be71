import { db } from "#app/core/platform/db.server.ts";
import { authorise, callAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { chooseTemplate, findFacts, type TemplateForRun } from "./choose.server.ts";
import type { CallFacts } from "./fit.ts";
import type { AppliesTo } from "./template.schema.ts";
import { listRuleChoices, ruleOf } from "./template-list.server.ts";
import type { CallAndTemplate, TemplateReason } from "./template-views.ts";

type Call = { workspaceId: string; callId: string };

/** Of each condition what the call fulfils; all of it where the call has changed since. */
function metOf(rule: AppliesTo, call: Omit<CallFacts, "language">): AppliesTo {
  const met = <T extends string>(wanted: readonly T[], has: readonly (string | null)[]): T[] => {
    const found = wanted.filter((one) => has.includes(one));
    return found.length > 0 ? found : [...wanted];
  };
  return {
    kinds: met(rule.kinds, [call.kind]),
    labelIds: met(rule.labelIds, call.labelIds),
    teamIds: met(rule.teamIds, [call.teamId]),
    stageIds: met(rule.stageIds, [call.stageId]),
  };
}

async function reasonOfRule(
  actor: Member,
  { workspaceId, callId }: Call,
  { isBuiltIn, content }: TemplateForRun,
): Promise<TemplateReason> {
  if (isBuiltIn) return { by: "rest" };
  const [facts, choices] = await Promise.all([
    findFacts(db, workspaceId, callId),
    listRuleChoices(actor),
  ]);
  const rule = ruleOf(metOf(content.appliesTo, facts), choices);
  return { by: "rule", rule, language: content.language };
}

/**
 * Why a call's summary is made by its template: a person chose it, its rule fits, or no other one does. The caller read
 * the call for the actor.
 */
export async function reasonFor(
  actor: Member,
  call: Call,
  template: TemplateForRun,
): Promise<TemplateReason> {
  const runs = await db.summaryRun.findMany({
    where: { ...call, purpose: "live", state: "done" },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { templateId: true, createdBy: true },
  });
  const before = runs.findIndex(({ templateId }) => templateId !== template.id);
  // Later runs follow the first of them: who made it again by the same template chose nothing.
  const first = runs.slice(0, before < 0 ? runs.length : before).at(-1);
  if (first === undefined || first.createdBy === null) return reasonOfRule(actor, call, template);
  const person = await db.member.findFirst({
    where: { workspaceId: call.workspaceId, id: first.createdBy },
    select: { name: true },
  });
  return { by: "person", name: person?.name ?? "" };
}

/**
 * The template that a call would get now, and why.
 * @throws DomainError `not_found`
 */
export async function templateForCall(actor: Member, callId: string): Promise<CallAndTemplate> {
  const found = await db.call.findFirst({
    where: { id: callId, AND: visible(actor, "call.read") },
    select: { ...callAccess, title: true, language: true },
  });
  const { workspaceId, title, language } = authorise(actor, "call.read", found);
  const call = { workspaceId, callId };
  const template = await chooseTemplate(db, { ...call, language });
  return {
    call: { id: callId, title },
    template: { id: template.id, name: template.name },
    reason: await reasonOfRule(actor, call, template),
  };
}
