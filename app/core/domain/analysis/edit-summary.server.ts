import { indexCall } from "#app/core/jobs/call-index.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { authorise, callAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { lockCall } from "../call-lock.server.ts";
import { markStale } from "../search/index.server.ts";
import { editedItem, type ItemOrigin, type SaidAt } from "../summary/edited-item.ts";
import type { EditSection, OfEdit } from "../summary/run.schema.ts";
import { queueProposals } from "./queue-proposals.server.ts";
import { findShownRun } from "../summary/shown-run.server.ts";

type Target = { workspaceId: string; callId: string };

/** Holds the call's row, so that edits and runs come one after the other. @throws DomainError `not_found`, `forbidden` */
async function editable(tx: Tx, actor: Member, callId: string): Promise<Target> {
  const found = await tx.call.findFirst({
    where: { id: callId, AND: visible(actor, "call.read") },
    select: { ...callAccess, id: true },
  });
  const { workspaceId, id } = authorise(actor, "call.update", found);
  await lockCall(tx, { workspaceId, callId: id });
  return { workspaceId, callId: id };
}

const keyOf = ({ workspaceId, callId }: Target, templateId: number, section: string) => ({
  workspaceId_callId_templateId_section: { workspaceId, callId, templateId, section },
});

/** Looks up where the words were said that a changed item was made from; an added item has no such place. */
async function findSources(
  tx: Tx,
  where: { workspaceId: string; runId: string; section: string },
  before: unknown,
): Promise<(from: ItemOrigin) => SaidAt[]> {
  const outputs = await tx.summaryOutput.findMany({
    where,
    select: {
      id: true,
      evidences: {
        orderBy: { ord: "asc" },
        select: {
          ...{ baseId: true, segment: true, participantId: true },
          ...{ t0Ms: true, t1Ms: true, quote: true },
        },
      },
    },
  });
  const known = new Map(outputs.map(({ id, evidences }) => [id, evidences]));
  const edited = editedItem
    .array()
    .catch([])
    .parse(before ?? []);
  return (from) => {
    if (from === null) return [];
    if ("kept" in from) return edited[from.kept]?.evidence ?? [];
    const all = known.get(from.output) ?? [];
    return from.at === null ? all : all.slice(from.at, from.at + 1);
  };
}

async function changed(tx: Tx, actor: Member, target: Target, facts: object): Promise<void> {
  await queueProposals(tx, target);
  await markStale(tx, target);
  await enqueue(tx, indexCall, `${target.callId}:summary`, { v: 1, ...target });
  await publishPipelineChanged(tx, target);
  await record(tx, actor, "summary.edited", { kind: "call", id: target.callId }, { after: facts });
}

/**
 * Keeps what a person made of a section. It belongs to the call and the template: a later run is shown beside it and
 * never takes its place.
 * @throws DomainError `not_found` for a call, or a section that its summary does not have; `forbidden`, `conflict`
 */
export async function editSection(
  actor: Member,
  callId: string,
  { templateId, section, items, version }: EditSection,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const target = await editable(tx, actor, callId);
    const { workspaceId } = target;
    const run = await findShownRun(tx, target);
    if (!run || run.templateId !== templateId) throw new DomainError("not_found");
    const known = await tx.summaryOutput.count({ where: { workspaceId, runId: run.id, section } });
    if (known === 0) throw new DomainError("not_found");
    const now = await tx.summaryEdit.findUnique({ where: keyOf(target, templateId, section) });
    if ((now?.version ?? null) !== (version ?? null))
      throw new DomainError("conflict", { "": ["changed_meanwhile"] });
    const sources = await findSources(tx, { workspaceId, runId: run.id, section }, now?.items);
    const withPlaces = items.map(({ from, ...item }) => ({
      ...item,
      evidence: sources(from ?? null),
    }));
    const kept = { items: withPlaces, seenRunId: run.id, editedById: actor.memberId };
    await tx.summaryEdit.upsert({
      where: keyOf(target, templateId, section),
      create: { ...target, id: newId(), templateId, section, ...kept },
      update: { ...kept, version: { increment: 1 } },
    });
    await changed(tx, actor, target, { template: templateId, section, items: items.length });
  });
}

/** Shows the newest run's section again; what stood there by hand is gone. @throws DomainError as `editSection` */
export async function takeNewSection(
  actor: Member,
  callId: string,
  { templateId, section, version }: OfEdit,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const target = await editable(tx, actor, callId);
    const where = { ...target, templateId, section };
    const now = await tx.summaryEdit.findFirst({ where });
    if (!now) throw new DomainError("not_found");
    if (now.version !== version) throw new DomainError("conflict", { "": ["changed_meanwhile"] });
    await tx.summaryEdit.deleteMany({ where });
    await changed(tx, actor, target, { template: templateId, section, isTaken: true });
  });
}

/** Leaves the edit as it is; the newest run's section is not offered again. @throws DomainError as `editSection` */
export async function keepSection(
  actor: Member,
  callId: string,
  { templateId, section, version }: OfEdit,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const target = await editable(tx, actor, callId);
    const run = await findShownRun(tx, target);
    const where = { ...target, templateId, section, version };
    const kept = await tx.summaryEdit.updateMany({
      where,
      data: { seenRunId: run?.id ?? null, version: { increment: 1 } },
    });
    if (kept.count === 0) throw new DomainError("not_found");
    await changed(tx, actor, target, { template: templateId, section, isKept: true });
  });
}
