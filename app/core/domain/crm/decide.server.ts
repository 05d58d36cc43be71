import { proposeToCrm } from "#app/core/jobs/crm-propose.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { db, type Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import type { AuditEvent } from "../audit/events.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { isCrmFieldType } from "../connection/connection-types.ts";
import { DomainError } from "../errors.ts";
import type { Accept, OfWrite } from "./crm.schema.ts";
import { inBox, outOfBox, readTyped, theirsSchema } from "./crm-value.ts";
import { queueWrite } from "./execute.server.ts";
import { getWorkspaceSettings } from "../workspace-settings.server.ts";
import { isRowChanged } from "./refusal.server.ts";
import { mayDecide } from "./who-decides.server.ts";
import { logStep, moveWrite, writeRow, type WriteRow } from "./write-row.server.ts";
import { fieldOf, isAppending } from "./target.server.ts";

/** @throws DomainError `not_found` for a change of a call the actor does not see */
export async function findReadable(
  tx: Tx,
  actor: Member,
  callId: string,
  writeId: string,
): Promise<WriteRow> {
  const { workspaceId } = actor;
  const found = await tx.crmWrite.findFirst({
    where: { workspaceId, callId, id: writeId, call: visible(actor, "crm.read") },
    select: writeRow,
  });
  if (!found) throw new DomainError("not_found");
  return found;
}

/** @throws DomainError `not_found`, `forbidden`, `conflict` where it is not as the actor saw it any more */
async function findDecidable(
  tx: Tx,
  actor: Member,
  callId: string,
  { writeId, version }: OfWrite,
): Promise<WriteRow> {
  const write = await findReadable(tx, actor, callId, writeId);
  if (!mayDecide(actor, write)) throw new DomainError("forbidden");
  if (write.version !== version) throw new DomainError("conflict", { "": ["changed_meanwhile"] });
  return write;
}

/**
 * Says yes to a change: as it was proposed, or as the actor wrote it; to what met somebody else's change, it says that
 * ours is to stand there; to what failed, that it is to be sent again. It is written by a job.
 * @throws DomainError `not_found`, `forbidden`, `conflict`, `invalid_state`, `validation_failed` (value)
 */
export const acceptWrite = (actor: Member, callId: string, input: Accept): Promise<void> =>
  db.$transaction(async (tx) => {
    const write = await findDecidable(tx, actor, callId, input);
    if (await isRowChanged(write))
      throw new DomainError("validation_failed", { "": ["vendor_row_changed"] });
    const edited = await editedOf(write, input.value);
    const isEmpty = edited !== null && outOfBox(edited) === null;
    // A choice that a member has to make is not made by leaving it open, and nothing cannot be added.
    if ((edited === null || isEmpty) && (needsValue(write) || (isEmpty && isAppending(write.rule))))
      throw new DomainError("validation_failed", { value: ["required"] });
    await approve(tx, actor, write, edited);
  });

/** Says yes to those of a record that are still as they were proposed. @returns how many @throws DomainError `not_found` */
export const acceptAll = (
  actor: Member,
  callId: string,
  { writeIds }: { writeIds: readonly string[] },
): Promise<{ accepted: number; left: number }> =>
  db.$transaction(async (tx) => {
    const writes = [];
    for (const writeId of writeIds) writes.push(await findReadable(tx, actor, callId, writeId));
    const ready = [];
    for (const write of writes)
      if (
        write.state === "in_review" &&
        !needsValue(write) &&
        mayDecide(actor, write) &&
        !(await isRowChanged(write))
      )
        ready.push(write);
    if (ready.length === 0 && writes.every((write) => !mayDecide(actor, write)))
      throw new DomainError("forbidden");
    for (const write of ready) await approve(tx, actor, write, null);
    return { accepted: ready.length, left: writes.length - ready.length };
  });

/** The CRM has no value for what was said: somebody has to choose one. */
export const needsValue = ({
  proposed,
  edited,
  state,
}: Pick<WriteRow, "proposed" | "edited" | "state">): boolean =>
  state === "in_review" && edited === null && outOfBox(proposed) === null;

async function editedOf(write: WriteRow, typed: string | undefined): Promise<object | null> {
  if (typed === undefined) return null;
  const type = isCrmFieldType(write.fieldType) ? write.fieldType : "other";
  const options = (await fieldOf(write)).options.filter(({ isActive }) => isActive);
  const read = readTyped(type, typed, options);
  if ("refused" in read) throw new DomainError("validation_failed", { value: [read.refused] });
  return inBox(read.value);
}

async function approve(
  tx: Tx,
  actor: Member,
  write: WriteRow,
  typed: object | null,
): Promise<void> {
  const { memberId: by } = actor;
  const from = write.state;
  const edited = typed ?? (from === "conflict" ? oursOf(write) : null);
  const data: Prisma.CrmWriteUncheckedUpdateManyInput = {
    ...{ decidedById: by, decidedAt: now(), dueAt: now(), attempts: 0 },
    ...{ fault: null, faultDetail: null },
    // What was sent and never answered is looked for before it is sent again.
    ...(edited !== null && { edited, sentAt: null }),
    ...(from === "conflict" && { before: inBox(theirsOf(write)) }),
  };
  // What was written anew is looked at once more, by whoever wrote it.
  const seen =
    from === "conflict" && typed !== null ? await moveWrite(tx, write, "in_review", { by }) : write;
  const approved = await moveWrite(tx, seen, "approved", { by, data });
  await queueWrite(tx, approved, { round: `v${approved.version}` });
  await recordOf(tx, actor, write, "crm.approved", { isEdited: typed !== null });
}

export const theirsOf = ({ theirs }: Pick<WriteRow, "theirs">) =>
  theirsSchema.safeParse(theirs).data?.value ?? null;

/** What was proposed is what is wanted now, whatever stands there; only what is added to a text still joins it. */
const oursOf = ({ rule, edited, proposed }: WriteRow): object | null =>
  isAppending(rule) ? null : inBox(outOfBox(edited ?? proposed));

/**
 * Says no to a change, or leaves what somebody else put there.
 * @throws DomainError `not_found`, `forbidden`, `conflict`, `invalid_state`
 */
export const rejectWrite = (actor: Member, callId: string, input: OfWrite): Promise<void> =>
  db.$transaction(async (tx) => {
    const write = await findDecidable(tx, actor, callId, input);
    if (write.state === "failed" && write.sentAt !== null)
      throw new DomainError("validation_failed", { "": ["vendor_unsettled"] });
    const data = { decidedById: actor.memberId, decidedAt: now(), dueAt: null };
    await moveWrite(tx, write, "rejected", { by: actor.memberId, data });
    await recordOf(tx, actor, write, "crm.rejected", {});
  });

/**
 * Takes a rejection back: the same change waits for a decision again, beside the journal of the first.
 * @throws DomainError `not_found`, `forbidden`, `conflict`, `invalid_state` where another one has taken its place
 */
export const proposeAgain = (actor: Member, callId: string, input: OfWrite): Promise<void> =>
  db.$transaction(async (tx) => {
    const write = await findDecidable(tx, actor, callId, input);
    const { workspaceId, rowId, record: at, idempotencyKey } = write;
    const later = await tx.crmWrite.count({
      where: { workspaceId, callId, rowId, record: at, id: { gt: write.id } },
    });
    if (write.state !== "rejected" || write.fault !== null || later > 0)
      throw new DomainError("invalid_state");
    const id = newId();
    const { expiresDays } = (await getWorkspaceSettings(tx, workspaceId)).crm;
    const { before, proposed, edited, ...facts } = copyOf(write);
    const made = await tx.crmWrite.create({
      data: {
        ...{ ...facts, id, state: "in_review", idempotencyKey: `${idempotencyKey}:${id}` },
        ...{ before: before ?? inBox(null), proposed: proposed ?? inBox(null) },
        ...(edited !== null && { edited }),
        expiresAt: new Date(now().getTime() + expiresDays * 86_400_000),
      },
      select: writeRow,
    });
    for (const state of ["proposed", "in_review"] as const)
      await logStep(tx, made, state, actor.memberId);
    const said = await tx.evidence.findMany({
      where: { workspaceId, ownerKind: "crm_write", ownerId: write.id },
    });
    await tx.evidence.createMany({
      data: said.map((one) => ({ ...one, id: newId(), ownerId: id })),
    });
    await recordOf(tx, actor, write, "crm.proposed", { isAgain: true });
    await publishPipelineChanged(tx, { workspaceId, callId });
  });

/** What of a change another one like it has. */
const copyOf = (write: WriteRow) => {
  const { workspaceId, callId, rowId, runId, dealId, templateId, templateVersion } = write;
  const { connectionId, object, record: at, recordLabel, field, fieldLabel, fieldType } = write;
  const { rule, review, isSaid, isDry, seenModifiedAt, before, proposed, edited } = write;
  return {
    ...{ workspaceId, callId, rowId, runId, dealId, templateId, templateVersion },
    ...{ connectionId, object, record: at, recordLabel, field, fieldLabel, fieldType },
    ...{ rule, review, isSaid, isDry, seenModifiedAt, before, proposed, edited },
  };
};

/**
 * Sends what was only recorded, once the mapping sends at all: it is proposed like any other.
 * @throws DomainError `not_found`, `forbidden`, `conflict`, `invalid_state` while the mapping still only records
 */
export const resendWrite = (actor: Member, callId: string, input: OfWrite): Promise<void> =>
  db.$transaction(async (tx) => {
    const write = await findDecidable(tx, actor, callId, input);
    const { workspaceId, rowId } = write;
    const { mapping } = await tx.mappingRow.findFirstOrThrow({
      where: { workspaceId, id: rowId },
      select: { mapping: { select: { dryRunLeft: true } } },
    });
    if (write.state !== "dry_run" || mapping.dryRunLeft > 0) throw new DomainError("invalid_state");
    const { memberId: by } = actor;
    const proposed = await moveWrite(tx, write, "proposed", { by });
    // Whoever sends it has looked at it.
    await moveWrite(tx, proposed, "in_review", { by });
    await recordOf(tx, actor, write, "crm.proposed", { isResent: true });
  });

/**
 * Looks again, now, at what keeps a change from being proposed: the CRM is asked for the call's records once more.
 * @throws DomainError `not_found`, `forbidden`, `conflict`, `invalid_state`
 */
export const recheckWrite = (actor: Member, callId: string, input: OfWrite): Promise<void> =>
  db.$transaction(async (tx) => {
    const { state, workspaceId } = await findDecidable(tx, actor, callId, input);
    if (state !== "blocked") throw new DomainError("invalid_state");
    await enqueue(tx, proposeToCrm, `${callId}:recheck`, { v: 1, workspaceId, callId });
  });

export async function recordOf(
  tx: Tx,
  actor: Member,
  { callId, object, record: of, field }: WriteRow,
  event: AuditEvent,
  facts: object,
): Promise<void> {
  const after = { object, record: of, field, ...facts };
  await record(tx, actor, event, { kind: "call", id: callId }, { after });
}
