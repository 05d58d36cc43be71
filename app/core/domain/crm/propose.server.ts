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
import { matchInCrms, type SearchFaults } from "./match-live.server.ts";
import { notifyDeciders } from "./who-decides.server.ts";
import { logStep, moveWrite, writeRow, type WriteRow } from "./write-row.server.ts";
import { isOneOf, UNDECIDED, UNDER_WAY, type WriteState } from "./write-state.ts";

type Ref = { workspaceId: string; callId: string };
type Run = { id: string; templateId: number; templateVersion: number };

/**
 * Makes of a call's summary, as it is shown now, the changes that the mappings of its template ask for: each with the
 * words it comes from and what stands in the CRM at this moment. What nobody has decided about yet gives way to it.
 * @returns whether the call's template is mapped to a CRM
 */
export async function proposeForCall(
  providers: CrmProviders,
  { workspaceId, callId }: Ref,
): Promise<boolean> {
  const ref = { workspaceId, callId };
  return proposeFrom(providers, ref, await matchInCrms(providers, ref));
}

/** The same of a call that the CRMs were just asked about. @param faults what they did not answer */
export async function proposeFrom(
  providers: CrmProviders,
  ref: Ref,
  faults: SearchFaults,
): Promise<boolean> {
  for (let times = 1; ; times += 1) {
    const made = await proposeOnce(providers, ref, faults);
    if (made !== "stale") return made === "mapped";
    // The call is changed without end: the change that comes last has a job of its own.
    if (times === MOST_TIMES) return true;
  }
}
const MOST_TIMES = 3;

async function proposeOnce(
  providers: CrmProviders,
  ref: Ref,
  faults: SearchFaults,
): Promise<"mapped" | "unmapped" | "stale"> {
  const { workspaceId, callId } = ref;
  const run = await findRun(ref);
  const call = await findCallForCrm(db, ref);
  if (run === null || call.state === "trashed" || call.state === "purged") {
    await touchBlocked(ref);
    return "unmapped";
  }
  const { templateId, templateVersion } = run;
  const seen = await stampOf(db, ref);
  const [mappings, template, sections] = await Promise.all([
    listMappingsOf(db, { workspaceId, templateId }),
    findTemplateVersion(db, workspaceId, templateId, templateVersion),
    listSectionItems(db, { workspaceId, callId, runId: run.id, templateId }),
  ]);
  if (template === null) return "unmapped";
  const summary = { workspaceId, callId, content: template.content, sections };
  const drafts = (
    await Promise.all(
      mappings.map((mapping) => draftsOf(providers, summary, call, mapping, faults)),
    )
  ).flat();
  return db.$transaction(async (tx) => {
    await lockCall(tx, ref);
    if ((await stampOf(tx, ref)) !== seen) return "stale";
    await store(tx, ref, run, drafts);
    return mappings.length > 0 ? "mapped" : "unmapped";
  });
}

/** What proposals are made from, as far as it can change while CRMs are asked. */
async function stampOf(tx: Tx, { workspaceId, callId }: Ref): Promise<string> {
  const [stamp] = await tx.$queryRaw<{ stamp: string }[]>`
    SELECT concat_ws(' ', c.company_id, c.visibility,
      (SELECT d.deal_id FROM call_deal d WHERE d.workspace_id = c.workspace_id AND d.call_id = c.id AND d.is_primary),
      (SELECT string_agg(concat(p.contact_id, p.name, p.email), ',' ORDER BY p.id) FROM participant p
        WHERE p.workspace_id = c.workspace_id AND p.call_id = c.id),
      (SELECT max(e.updated_at) FROM summary_edit e WHERE e.workspace_id = c.workspace_id AND e.call_id = c.id),
      (SELECT count(*) FROM summary_edit e WHERE e.workspace_id = c.workspace_id AND e.call_id = c.id)) AS stamp
    FROM call c WHERE c.workspace_id = ${workspaceId}::uuid AND c.id = ${callId}::uuid`;
  const shown = await findShownRun(tx, { workspaceId, callId });
  return `${stamp?.stamp ?? ""} ${shown?.id ?? ""}`;
}

/** They were looked at again, and cannot be proposed now. */
const touchBlocked = ({ workspaceId, callId }: Ref) =>
  db.crmWrite.updateMany({
    where: { workspaceId, callId, state: "blocked" },
    data: { updatedAt: now() },
  });

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
    select: writeRow,
  });
  const made: WriteRow[] = [];
  const keep = new Set<string>();
  const dry = new Map<string, boolean>();
  const { expiresDays } = (await getWorkspaceSettings(tx, workspaceId)).crm;
  for (const draft of drafts) {
    const before = known.filter(({ rowId }) => rowId === draft.row.id);
    const [newest] = before.filter((write) => isAt(write, draft)).toReversed();
    if (newest && isEnough(newest, draft)) {
      keep.add(newest.id);
      if (newest.state === "blocked") await touch(tx, newest);
      continue;
    }
    const { id: mappingId } = draft.mapping;
    // What cannot be proposed uses up none of the calls that are only recorded.
    if (draft.blocked === null && !dry.has(mappingId))
      dry.set(mappingId, await takeDryRun(tx, ref, mappingId));
    for (const write of before) if (await giveWay(tx, write, draft)) keep.add(write.id);
    const isDry = draft.blocked === null ? (dry.get(mappingId) ?? false) : null;
    made.push(
      await insert(tx, { ref, run, call, draft, isDry, isFirst: before.length === 0, expiresDays }),
    );
  }
  for (const write of known) if (!keep.has(write.id)) await supersede(tx, write);
  if (made.length === 0) return publishPipelineChanged(tx, ref);
  await announce(tx, ref, made);
}

/** Whether it is about the same field of the same record. */
function isAt(write: WriteRow, { record: at, row, dealId, mapping }: Draft): boolean {
  const isSamePlace =
    at === null ? write.dealId === dealId && write.object === row.object : write.record === at;
  const isSameCrm = mapping.connection === null || write.connectionId === mapping.connection.id;
  return isSamePlace && isSameCrm && write.field === row.field;
}

/** Whether what is there says the same already. */
function isEnough(write: WriteRow, draft: Draft): boolean {
  const type = isCrmFieldType(write.fieldType) ? write.fieldType : "other";
  const isSame = sameValue({ type }, outOfBox(write.proposed), draft.proposed);
  if (isOneOf(UNDER_WAY, write.state)) return isSame;
  // What was let go because the call moved is wanted again once it is back.
  if (write.state === "rejected" || write.state === "reverted")
    return isSame && write.fault !== "relinked";
  if (!isOneOf(UNDECIDED, write.state)) return false;
  return (
    isSame &&
    (write.state === "blocked") === (draft.blocked !== null) &&
    write.fault === (draft.blocked ?? draft.ask) &&
    sameValue({ type }, outOfBox(write.before), draft.before)
  );
}

/** An older change of a row makes way for a newer one, also one that waits to be mended. */
async function giveWay(tx: Tx, write: WriteRow, draft: Draft): Promise<boolean> {
  if (write.state !== "conflict" && write.state !== "failed") return supersede(tx, write);
  if (draft.blocked !== null || write.sentAt !== null) return false;
  await moveWrite(tx, write, "rejected", { data: { fault: "replaced", faultDetail: null } });
  return true;
}

/** It was looked at again, and nothing has changed. */
const touch = (tx: Tx, { workspaceId, id }: WriteRow) =>
  tx.crmWrite.updateMany({ where: { workspaceId, id }, data: { updatedAt: now() } });

/** @returns whether it gave way */
async function supersede(tx: Tx, write: WriteRow): Promise<boolean> {
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
  const counted = await tx.crmWrite.findFirst({
    where: { workspaceId, callId, row: { mappingId: id }, isDry: { not: null } },
    orderBy: { id: "desc" },
    select: { isDry: true },
  });
  // A call that was counted stays what it was: another run of its summary changes nothing about it.
  if (counted) return counted.isDry === true;
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
  /** null: it cannot be proposed yet, so its call is not counted. */
  isDry: boolean | null;
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
      : isDry === true
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
      ...{ fieldType: field?.type ?? row.fieldType, isSaid: draft.isSaid, isDry },
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
