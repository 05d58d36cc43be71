import { db, type Tx } from "#app/core/platform/db.server.ts";
import { lockCall } from "../call-lock.server.ts";
import { markStale } from "../search/index.server.ts";
import { chooseTemplate } from "../template/choose.server.ts";
import { findSpokenCall, isStillCurrent } from "../transcript/spoken.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { queueProposals } from "./queue-proposals.server.ts";
import { highlightsFor, modelFor } from "./run-plan.server.ts";
import { findApplied } from "./summarise.server.ts";
import { queueRun, type RunOf, writeRun } from "./write-run.server.ts";

type Ref = { workspaceId: string; callId: string };

/**
 * A call whose deal a CRM brought after its summary gets the template that asks for the stage of the deal: it was chosen
 * when the deal was not known. What a member has chosen, edited or decided about stays.
 * @returns whether it is summarised again; its proposals are queued then
 */
export async function chooseAgain(ref: Ref): Promise<boolean> {
  if (!(await isOpen(db, ref))) return false;
  const call = await findSpokenCall(ref.workspaceId, ref.callId);
  if (!call) return false;
  const [before, template] = await Promise.all([findApplied(db, call), chooseTemplate(db, call)]);
  const isByStage = template.content.appliesTo.stageIds.length > 0;
  if (before === null || before.template.id === template.id || !isByStage) return false;
  const highlights = highlightsFor(call, template);
  const { model, whyNot } = await modelFor(db, call, template);
  return db.$transaction(async (tx) => {
    await lockCall(tx, ref);
    if (!(await isOpen(tx, ref)) || !(await isStillCurrent(tx, call))) return false;
    const run: RunOf = { template, purpose: "live", outputLanguage: null, by: null };
    await writeRun(tx, call, run, { ...highlights, note: whyNot });
    if (model) await queueRun(tx, call, run, model.model);
    else await queueProposals(tx, ref);
    await markStale(tx, ref);
    await publishPipelineChanged(tx, ref);
    return true;
  });
}

/** Parley made the only summary by itself, before rules linked the deal, and no member has touched what came of it. */
async function isOpen(tx: Tx, { workspaceId, callId }: Ref): Promise<boolean> {
  const runs = await tx.summaryRun.findMany({
    where: { workspaceId, callId, purpose: "live" },
    select: { createdBy: true, createdAt: true, templateId: true },
  });
  const link = await tx.callDeal.findFirst({
    where: { workspaceId, callId, isPrimary: true, byId: null },
    select: { createdAt: true },
  });
  const isFirst =
    link !== null &&
    runs.length > 0 &&
    runs.every(
      (run) =>
        run.createdBy === null &&
        run.templateId === runs[0]?.templateId &&
        run.createdAt < link.createdAt,
    );
  if (!isFirst) return false;
  const [edits, decided] = [
    await tx.summaryEdit.count({ where: { workspaceId, callId } }),
    await tx.crmWrite.count({ where: { workspaceId, callId, decidedById: { not: null } } }),
  ];
  return edits + decided === 0;
}
