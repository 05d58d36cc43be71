import { proposeToCrm } from "#app/core/jobs/crm-propose.job.ts";
import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { callAccess } from "../access/access.ts";
import { asSystem } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { lockCall } from "../call-lock.server.ts";
import { isCrmFieldType } from "../connection/connection-types.ts";
import { sameValue } from "../mapping/apply-rule.ts";
import { listMappingsOf } from "../mapping/find-mapping.server.ts";
import { listSectionItems } from "../summary/section-items.server.ts";
import { findShownRun } from "../summary/shown-run.server.ts";
import { getWorkspaceSettings } from "../workspace-settings.server.ts";
import { findTemplateVersion } from "../template/choose.server.ts";
import { findCallForCrm } from "./call-for-crm.server.ts";
import type { CrmProviders } from "./crm-access.server.ts";
import { inBox, outOfBox } from "./crm-value.ts";
import { type Draft, draftsOf } from "./draft.server.ts";
import { queueWrite } from "./execute.server.ts";
import { matchInCrms } from "./match-live.server.ts";
import { notifyDeciders } from "./who-decides.server.ts";
import { logStep, moveWrite, writeRow, type WriteRow } from "./write-row.server.ts";
import { isOneOf, UNDECIDED, UNDER_WAY, type WriteState } from "./write-state.ts";

type Ref = { workspaceId: string; callId: string };
type Run = { id: string; templateId: number; templateVersion: number };

/**
 * Makes of a call's summary, as it is shown now, the changes that the mappings of its template ask for: each with the
 * words it comes from and what stands in the CRM at this moment. What nobody has decided about yet gives way to it.
 */
export async function proposeForCall(
  providers: CrmProviders,
  { workspaceId, callId }: Ref,
): Promise<void> {
  const run = await findRun({ workspaceId, callId });
  if (run === null) return;
  const faults = await matchInCrms(providers, { workspaceId, callId });
  const { templateId, templateVersion } = run;
  const [mappings, template, sections, call] = await Promise.all([
    listMappingsOf(db, { workspaceId, templateId }),
    findTemplateVersion(db, workspaceId, templateId, templateVersion),
    listSectionItems(db, { workspaceId, callId, runId: run.id, templateId }),
    findCallForCrm(db, { workspaceId, callId }),
  ]);
  if (template === null || call.state === "trashed" || call.state === "purged") return;
  const summary = { workspaceId, callId, content: template.content, sections };
  const drafts = (
    await Promise.all(
      mappings.map((mapping) => draftsOf(providers, summary, call, mapping, faults)),
    )
  ).flat();
  await db.$transaction(async (tx) => {
    await lockCall(tx, { workspaceId, callId });
    const shown = await findShownRun(tx, { workspaceId, callId });
    if (shown?.id !== run.id) return; // a later run has its own job
    await store(tx, { workspaceId, callId }, run, drafts);
  });
}

async function findRun(ref: Ref): Promise<Run | null> {
  const shown = await findShownRun(db, ref);
  if (shown === null) return null;
  const { templateId, templateVersion } = await db.summaryRun.findFirstOrThrow({
    where: { workspaceId: ref.workspaceId, id: shown.id },
    select: { templateId: true, templateVersion: true },
  });
  return templateId === null
    ? null
    : { id: shown.id, templateId, templateVersion: templateVersion ?? 0 };
}

async function store(tx: Tx, ref: Ref, run: Run, drafts: readonly Draft[]): Promise<void> {
  const { workspaceId, callId } = ref;
  const call = await tx.call.findFirstOrThrow({
    where: { workspaceId, id: callId },
    select: callAccess,
  });
  const known = await tx.crmWrite.findMany({
    where: { workspaceId, callId },
    orderBy: { id: "asc" },
    select: { ...writeRow, idempotencyKey: true },
  });
  const made: WriteRow[] = [];
  const keep = new Set<string>();
  const dry = new Map<string, boolean>();
  const { expiresDays } = (await getWorkspaceSettings(tx, workspaceId)).crm;
  for (const draft of drafts) {
    const before = known.filter(({ rowId }) => rowId === draft.row.id);
    const kept = before.find((write) => isEnough(write, draft));
    if (kept) keep.add(kept.id);
    if (kept?.state === "blocked") await touch(tx, kept);
    if (kept) continue;
    const { id: mappingId } = draft.mapping;
    if (!dry.has(mappingId)) dry.set(mappingId, await takeDryRun(tx, ref, mappingId));
    for (const write of before) if (await supersede(tx, write)) keep.add(write.id);
    const isDry = dry.get(mappingId) === true;
    made.push(
      await insert(tx, { ref, run, call, draft, isDry, isFirst: before.length === 0, expiresDays }),
    );
  }
  for (const write of known) if (!keep.has(write.id)) await supersede(tx, write);
  if (made.length === 0) return publishPipelineChanged(tx, ref);
  await announce(tx, ref, made);
}

/** Whether what is there says the same already, or has gone further than a proposal. */
function isEnough(write: WriteRow, draft: Draft): boolean {
  const isSamePlace =
    draft.record === null
      ? write.dealId === draft.dealId && write.object === draft.row.object
      : write.record === draft.record;
  if (!isSamePlace || write.field !== draft.row.field) return false;
  const type = isCrmFieldType(write.fieldType) ? write.fieldType : "other";
  const isSame = sameValue({ type }, outOfBox(write.proposed), draft.proposed);
  if (isOneOf(UNDER_WAY, write.state)) return isSame || write.state !== "written";
  if (write.state === "rejected" || write.state === "reverted") return isSame;
  if (!isOneOf(UNDECIDED, write.state)) return false;
  return (
    isSame &&
    (write.state === "blocked") === (draft.blocked !== null) &&
    write.fault === (draft.blocked ?? draft.ask) &&
    sameValue({ type }, outOfBox(write.before), draft.before)
  );
}

/** It was looked at again, and nothing has changed. */
const touch = (tx: Tx, { workspaceId, id, attempts }: WriteRow) =>
  tx.crmWrite.updateMany({ where: { workspaceId, id }, data: { attempts } });

/** @returns whether it gave way */
async function supersede(tx: Tx, write: WriteRow & { idempotencyKey: string }): Promise<boolean> {
  if (!isOneOf(UNDECIDED, write.state)) return false;
  const isAside = write.state === "blocked" || write.state === "dry_run";
  const open = isAside ? await moveWrite(tx, write, "proposed") : write;
  // Its key is the next one's.
  const data = { idempotencyKey: `${write.idempotencyKey}~${write.id}` };
  await moveWrite(tx, open, "superseded", { data });
  return true;
}

/** The first calls of a mapping are only recorded; each counts once. */
async function takeDryRun(tx: Tx, { workspaceId, callId }: Ref, id: string): Promise<boolean> {
  const last = await tx.crmWrite.findFirst({
    where: { workspaceId, callId, row: { mappingId: id } },
    orderBy: { id: "desc" },
    select: { log: { select: { state: true } } },
  });
  // A call that was counted stays what it was: another run of its summary changes nothing about it.
  if (last) return last.log.some(({ state }) => state === "dry_run");
  const { count } = await tx.mapping.updateMany({
    where: { workspaceId, id, dryRunLeft: { gt: 0 } },
    data: { dryRunLeft: { decrement: 1 } },
  });
  return count > 0;
}

type Insert = {
  ref: Ref;
  run: Run;
  call: WriteRow["call"] | Omit<WriteRow["call"], "id">;
  draft: Draft;
  isDry: boolean;
  isFirst: boolean;
  expiresDays: number;
};

async function insert(
  tx: Tx,
  { ref, run, call, draft, isDry, isFirst, expiresDays }: Insert,
): Promise<WriteRow> {
  const { workspaceId, callId } = ref;
  const { mapping, row, field } = draft;
  const id = newId();
  const isPrivate = call.visibility === "private";
  // What is private leaves by its owner's word alone; what the words leave open is decided by somebody.
  const review =
    isPrivate || (row.review === "auto" && draft.ask !== null) ? ("owner" as const) : row.review;
  const state: WriteState =
    draft.blocked !== null
      ? "blocked"
      : isDry
        ? "dry_run"
        : review === "auto"
          ? "approved"
          : "in_review";
  const base = `${callId}:${run.templateId}.${run.templateVersion}:${row.id}`;
  const taken = isFirst
    ? 0
    : await tx.crmWrite.count({ where: { workspaceId, idempotencyKey: base } });
  const made = await tx.crmWrite.create({
    data: {
      ...{ id, workspaceId, callId, rowId: row.id, runId: run.id, state, review },
      ...{ templateId: run.templateId, templateVersion: run.templateVersion },
      ...{ connectionId: mapping.connection?.id ?? null, dealId: draft.dealId },
      ...{ object: row.object, record: draft.record, recordLabel: draft.label },
      ...{ field: row.field, fieldLabel: field?.label ?? row.fieldLabel, rule: row.rule },
      fieldType: field?.type ?? row.fieldType,
      ...{ before: inBox(draft.before), proposed: inBox(draft.proposed) },
      ...{ fault: draft.blocked ?? draft.ask, seenModifiedAt: dateOf(draft.seenModifiedAt) },
      idempotencyKey: taken === 0 ? base : `${base}:${id}`,
      expiresAt: new Date(now().getTime() + expiresDays * 86_400_000),
      ...(state === "approved" && { dueAt: now() }),
    },
    select: writeRow,
  });
  await logStep(tx, made, "proposed", null, { after: inBox(draft.proposed) });
  await logStep(tx, made, state, null, { fault: draft.blocked ?? draft.ask });
  await tx.evidence.createMany({
    data: draft.evidence.map((said, ord) => ({
      ...{ id: newId(), workspaceId, ownerKind: "crm_write", ownerId: id, ord, ...said },
    })),
  });
  if (state === "approved") await queueWrite(tx, made);
  return made;
}

const dateOf = (iso: string | null): Date | null => {
  const time = iso === null ? Number.NaN : Date.parse(iso);
  return Number.isNaN(time) ? null : new Date(time);
};

async function announce(tx: Tx, ref: Ref, made: readonly WriteRow[]): Promise<void> {
  const { workspaceId, callId } = ref;
  const waiting = made.filter(({ state }) => state === "in_review");
  for (const [, [first]] of Map.groupBy(waiting, ({ review }) => review))
    if (first) await notifyDeciders(tx, first, { kind: "crm_review", values: {} });
  await record(
    tx,
    asSystem(workspaceId, proposeToCrm.name),
    "crm.proposed",
    { kind: "call", id: callId },
    { after: { changes: made.length } },
  );
  await publishPipelineChanged(tx, ref);
}
