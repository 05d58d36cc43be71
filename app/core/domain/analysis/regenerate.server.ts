import { db, type Tx } from "#app/core/platform/db.server.ts";
import { authorise, callAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { markStale } from "../search/index.server.ts";
import type { Regenerate } from "../summary/run.schema.ts";
import {
  findTemplateVersion,
  listTemplatesFor,
  type TemplateForRun,
} from "../template/choose.server.ts";
import { findSpokenCall, isStillCurrent } from "../transcript/spoken.server.ts";
import { queueProposals } from "./queue-proposals.server.ts";
import { highlightsFor, modelFor } from "./run-plan.server.ts";
import { queueRun, type RunOf, writeRun } from "./write-run.server.ts";

type Wish = Pick<Regenerate, "templateId" | "templateVersion"> &
  Partial<Pick<Regenerate, "outputLanguage">>;

/**
 * Summarises a call anew by a template and version: Highlights at once, and a model's run behind them where one fills
 * that template. Older runs and edits by hand stay.
 * @throws DomainError `not_found` for a call or a version that may not be used, `forbidden`, `invalid_state` without words
 */
export const regenerateSummary = (actor: Member, callId: string, wish: Wish): Promise<void> =>
  db.$transaction((tx) => regenerateSummaryIn(tx, actor, callId, wish));

/** The same in the caller's transaction; `later` where it is one of many calls. @throws DomainError as `regenerateSummary` */
export async function regenerateSummaryIn(
  tx: Tx,
  actor: Member,
  callId: string,
  wish: Wish,
  turn: RunOf["turn"] = "now",
): Promise<void> {
  const found = await tx.call.findFirst({
    where: { id: callId, AND: visible(actor, "call.read") },
    select: callAccess,
  });
  const { workspaceId } = authorise(actor, "call.update", found);
  const template = await findUsable(tx, workspaceId, wish);
  const call = await findSpokenCall(workspaceId, callId);
  if (!call) throw new DomainError("invalid_state", { "": ["no_words"] });
  const made = highlightsFor(call, template);
  const { model, whyNot } = await modelFor(tx, { workspaceId, callId }, template);
  if (!(await isStillCurrent(tx, call))) throw new DomainError("conflict");
  const { outputLanguage = null } = wish;
  const run: RunOf = { template, purpose: "live", outputLanguage, by: actor.memberId, turn };
  await writeRun(tx, call, run, { ...made, note: whyNot });
  if (model) await queueRun(tx, call, run, model.model);
  else await queueProposals(tx, { workspaceId, callId });
  await markStale(tx, { workspaceId, callId });
  await publishPipelineChanged(tx, { workspaceId, callId });
  await record(
    tx,
    actor,
    "summary.regenerated",
    { kind: "call", id: callId },
    { after: { template: template.id, version: template.number, outputLanguage } },
  );
}

/** A published version of a template, or one that was; drafts are for the test bench. @throws DomainError `not_found` */
export async function findUsable(
  tx: Tx,
  workspaceId: string,
  { templateId, templateVersion }: Wish,
): Promise<TemplateForRun> {
  if (templateVersion === undefined) {
    const all = await listTemplatesFor(tx, workspaceId);
    const published = all.find(({ id }) => id === templateId);
    if (!published) throw new DomainError("not_found");
    return published;
  }
  const isDraft = await tx.templateVersion.count({
    where: { workspaceId, templateId, number: templateVersion, state: "draft" },
  });
  const found =
    isDraft > 0 ? null : await findTemplateVersion(tx, workspaceId, templateId, templateVersion);
  if (!found) throw new DomainError("not_found");
  return found;
}
