import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { writeToCrm } from "#app/core/jobs/crm-write.job.ts";
import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { can } from "../access/access.ts";
import { asSystem, type Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { type CrmValue, isCrmFieldType, VendorFault } from "../connection/connection-types.ts";
import { DomainError } from "../errors.ts";
import { isActivity } from "./activity.server.ts";
import {
  type Crm,
  type CrmProviders,
  openCrm,
  readField,
  writeField,
} from "./crm-access.server.ts";
import type { Accept, OfWrite } from "./crm.schema.ts";
import { inBox, outOfBox, readTyped } from "./crm-value.ts";
import { findReadable, recordOf } from "./decide.server.ts";
import { RETRY_WRITE_SECONDS, theirsFrom } from "./execute.server.ts";
import { holdingRecord } from "./record-lock.server.ts";
import { fieldOf, isSameIn } from "./target.server.ts";
import { findWrite, moveWrite, type WriteRow } from "./write-row.server.ts";

/** @throws DomainError `not_found`, `forbidden`, `conflict`, `invalid_state` */
async function findRevertible(
  actor: Member,
  callId: string,
  { writeId, version }: OfWrite,
  state: "written" | "revert_conflict",
): Promise<WriteRow> {
  const write = await findReadable(db, actor, callId, writeId);
  if (!can(actor, "crm.revert", write.call)) throw new DomainError("forbidden");
  if (write.version !== version) throw new DomainError("conflict", { "": ["changed_meanwhile"] });
  if (write.state !== state) throw new DomainError("invalid_state");
  return write;
}

/**
 * Puts back what stood in the field before, unless somebody has changed it since: then it becomes a question.
 * @returns what became of it
 * @throws DomainError `not_found`, `forbidden`, `conflict`, `invalid_state`, `provider_error`
 */
export async function revertWrite(
  providers: CrmProviders,
  actor: Member,
  callId: string,
  input: OfWrite,
): Promise<{ state: string }> {
  const write = await findRevertible(actor, callId, input, "written");
  const state = await asked(() => undo(providers, write, actor));
  return { state };
}

/**
 * Answers such a question with what shall stand there: what stood there before, or what the actor wrote.
 * @throws DomainError as `revertWrite`, `validation_failed` (value)
 */
export async function forceRevert(
  providers: CrmProviders,
  actor: Member,
  callId: string,
  input: Accept,
): Promise<void> {
  const write = await findRevertible(actor, callId, input, "revert_conflict");
  const value = await valueOf(write, input.value);
  await asked(() =>
    holdingRecord(write, async () => {
      await writeField(await openCrm(providers, write), write, value);
      await endReverted(write, actor, value);
    }),
  );
}

async function valueOf(write: WriteRow, typed: string | undefined): Promise<CrmValue> {
  if (typed === undefined) return outOfBox(write.before);
  const type = isCrmFieldType(write.fieldType) ? write.fieldType : "other";
  const options = (await fieldOf(write)).options.filter(({ isActive }) => isActive);
  const read = readTyped(type, typed, options);
  if ("refused" in read) throw new DomainError("validation_failed", { value: [read.refused] });
  return read.value;
}

/** Leaves what stands there. @throws DomainError `not_found`, `forbidden`, `conflict`, `invalid_state` */
export async function keepWrite(actor: Member, callId: string, input: OfWrite): Promise<void> {
  const write = await findRevertible(actor, callId, input, "revert_conflict");
  await db.$transaction(async (tx) => {
    await moveWrite(tx, write, "written", { by: actor.memberId });
    await recordOf(tx, actor, write, "crm.kept", {});
  });
}

/** What a provider refuses is an answer for whoever asked. */
async function asked<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof VendorFault)) throw error;
    throw new DomainError("provider_error", { "": [`vendor_${error.code}`] });
  }
}

/** The same by the queue, for a call that is about another deal now. What cannot be put back now is tried again. */
export async function executeRevert(
  providers: CrmProviders,
  { workspaceId, writeId, byId }: { workspaceId: string; writeId: string; byId: string | null },
  round: number,
): Promise<void> {
  const write = await findWrite(db, { workspaceId, writeId });
  if (!write || write.state !== "written") return;
  try {
    await undo(providers, write, byId);
  } catch (error) {
    if (!(error instanceof VendorFault)) throw error;
    const wait = error.isTransient ? RETRY_WRITE_SECONDS[round] : undefined;
    await db.$transaction(async (tx) => {
      await tx.crmWrite.updateMany({
        where: { workspaceId, id: writeId },
        data: { fault: error.code, faultDetail: error.detail },
      });
      if (wait !== undefined)
        await queueRevert(tx, write, { byId, round: round + 1, startAfter: wait });
    });
  }
}

/** @param by a member at a page, or who asked the queue for it */
async function undo(
  providers: CrmProviders,
  seen: WriteRow,
  by: Member | string | null,
): Promise<"reverted" | "revert_conflict"> {
  return holdingRecord(seen, async () => {
    const write = await findWrite(db, { workspaceId: seen.workspaceId, writeId: seen.id });
    if (write?.state !== "written") throw new DomainError("invalid_state");
    const crm = await openCrm(providers, write);
    const before = outOfBox(write.before);
    const stands = await readField(crm, write);
    const isSame = isSameIn(write);
    // A crash may have lain between our request and our note of it.
    if (isSame(stands.value, before)) return endReverted(write, by, before);
    if (!isSame(stands.value, outOfBox(write.after))) {
      const theirs = await theirsFrom(crm, stands);
      const byId = typeof by === "object" ? (by?.memberId ?? null) : by;
      await db.$transaction((tx) =>
        moveWrite(tx, write, "revert_conflict", { by: byId, data: { theirs } }),
      );
      return "revert_conflict";
    }
    await takeBack(crm, write, before);
    return endReverted(write, by, before);
  });
}

/** An activity that holds nothing else of ours goes as a whole; of anything else the field gets its value back. */
async function takeBack(crm: Crm, write: WriteRow, before: CrmValue): Promise<void> {
  const { workspaceId, callId, connectionId, object: kind, record: external, id } = write;
  if (!isActivity(kind) || external === null || connectionId === null)
    return writeField(crm, write, before);
  const others = await db.crmWrite.count({
    where: {
      ...{ workspaceId, callId, connectionId, object: kind, record: external },
      ...{ id: { not: id }, writtenAt: { not: null }, state: { not: "reverted" } },
    },
  });
  if (others > 0) return writeField(crm, write, before);
  await crm.ask((access) => crm.port.deleteActivity(access, kind, external));
  await db.crmRef.deleteMany({ where: { workspaceId, callId, connectionId, kind, external } });
}

async function endReverted(
  write: WriteRow,
  by: Member | string | null,
  value: CrmValue,
): Promise<"reverted"> {
  const byId = typeof by === "object" ? (by?.memberId ?? null) : by;
  await db.$transaction(async (tx) => {
    const data = { theirs: {}, before: inBox(value), fault: null, faultDetail: null };
    await moveWrite(tx, write, "reverted", { by: byId, data: { ...data, decidedAt: now() } });
    if (typeof by === "object" && by !== null) return recordOf(tx, by, write, "crm.reverted", {});
    const { workspaceId, callId, object, record: of, field } = write;
    const actor = asSystem(workspaceId, writeToCrm.name);
    const after = { object, record: of, field, by: byId };
    await record(tx, actor, "crm.reverted", { kind: "call", id: callId }, { after });
  });
  return "reverted";
}

/** Queues that what was written is put back. */
export async function queueRevert(
  tx: Tx,
  { workspaceId, id, version }: Pick<WriteRow, "workspaceId" | "id" | "version">,
  { byId, round = 0, startAfter = 0 }: { byId: string | null; round?: number; startAfter?: number },
): Promise<void> {
  const payload = { v: 1 as const, workspaceId, writeId: id, act: "revert" as const, byId, round };
  await enqueue(tx, writeToCrm, `${id}:revert:${version}:${round}`, payload, { startAfter });
}
