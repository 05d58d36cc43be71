import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { writeToCrm } from "#app/core/jobs/crm-write.job.ts";
import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { can } from "../access/access.ts";
import { asSystem, type Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { type CrmValue, isCrmFieldType, VendorFault } from "../connection/connection-types.ts";
import { DomainError } from "../errors.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { addedBy, without } from "../mapping/append.ts";
import { dropActivity, isActivity } from "./activity.server.ts";
import {
  type Crm,
  type CrmProviders,
  openCrm,
  readField,
  type Stands,
  writeField,
} from "./crm-access.server.ts";
import type { Accept, OfWrite } from "./crm.schema.ts";
import { inBox, outOfBox, readTyped, type Theirs } from "./crm-value.ts";
import { findReadable, recordOf, theirsOf } from "./decide.server.ts";
import { RETRY_WRITE_SECONDS, theirsFrom } from "./execute.server.ts";
import { holdingRecord } from "./record-lock.server.ts";
import { fieldOf, isAppending, isSameIn } from "./target.server.ts";
import { notifyDeciders } from "./who-decides.server.ts";
import { findWrite, logStep, moveWrite, type WriteRow } from "./write-row.server.ts";

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
  const state = await answered(() => undo(providers, write, actor));
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
  const asked = await findRevertible(actor, callId, input, "revert_conflict");
  const value = await valueOf(asked, input.value);
  await answered(() =>
    holdingRecord(asked, async () => {
      // Two may answer at once: the second one has not seen what the first one did.
      const write = await findRevertible(actor, callId, input, "revert_conflict");
      const crm = await openCrm(providers, write);
      const stands = await readField(crm, write);
      const isSame = isSameIn(write);
      if (!isSame(stands.value, value) && !isSame(stands.value, theirsOf(write)))
        await askAnew(write, actor, await theirsFrom(crm, stands));
      if (!isSame(stands.value, value)) await writeField(crm, write, value);
      await endReverted(write, actor, value);
    }),
  );
}

/** It was changed once more since the question was asked. @throws DomainError `conflict` */
async function askAnew(write: WriteRow, { memberId }: Member, theirs: Theirs): Promise<never> {
  const { workspaceId, id } = write;
  await db.$transaction(async (tx) => {
    await tx.crmWrite.updateMany({
      where: { workspaceId, id, state: "revert_conflict" },
      data: { theirs, version: { increment: 1 } },
    });
    await logStep(tx, write, "revert_conflict", memberId);
    await publishPipelineChanged(tx, write);
  });
  throw new DomainError("conflict", { "": ["changed_meanwhile"] });
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
async function answered<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof VendorFault)) throw error;
    const words = new URLSearchParams({ detail: error.detail ?? "" }).toString();
    throw new DomainError("provider_error", { "": [`vendor_${error.code}?${words}`] });
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
      // The old deal keeps our value until a member sees to it.
      else await notifyDeciders(tx, write, { kind: "crm_failed", values: { writeId } });
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
    const stands = await standsNow(crm, write);
    // An activity that is there no more holds nothing of ours.
    if (stands === null) {
      await dropActivity(write);
      return endReverted(write, by, before);
    }
    const isSame = isSameIn(write);
    // A crash may have lain between our request and our note of it.
    if (isSame(stands.value, before)) return endReverted(write, by, before);
    const back = isSame(stands.value, outOfBox(write.after))
      ? { value: before }
      : pieceTaken(write, stands.value);
    if (back !== null) {
      await takeBack(crm, write, back.value);
      return endReverted(write, by, back.value);
    }
    if (await leaveToLater(write, by, stands.value)) return "reverted";
    const theirs = await theirsFrom(crm, stands);
    await db.$transaction((tx) =>
      moveWrite(tx, write, "revert_conflict", { by: idOf(by), data: { theirs } }),
    );
    return "revert_conflict";
  });
}

const idOf = (by: Member | string | null): string | null =>
  typeof by === "object" ? (by?.memberId ?? null) : by;

/** null: an activity that was deleted in the CRM. @throws VendorFault */
async function standsNow(crm: Crm, write: WriteRow): Promise<Stands | null> {
  try {
    return await readField(crm, write);
  } catch (error) {
    const isGone = error instanceof VendorFault && error.code === "not_found";
    if (isGone && isActivity(write.object)) return null;
    throw error;
  }
}

/** What was added to a text is taken out of it, whatever else was added or changed since. */
function pieceTaken(write: WriteRow, stands: CrmValue): { value: CrmValue } | null {
  if (!isAppending(write.rule)) return null;
  const piece = addedBy(outOfBox(write.before), outOfBox(write.after));
  const rest = piece === null ? null : without(stands, piece);
  return rest === null ? null : { value: rest === "" ? null : rest };
}

/**
 * A call that moves takes all it wrote along, also where a later change of its own wrote over this one: that one puts
 * back what stood before both.
 */
async function leaveToLater(
  write: WriteRow,
  by: Member | string | null,
  stands: CrmValue,
): Promise<boolean> {
  if (typeof by === "object" && by !== null) return false;
  const { workspaceId, callId, connectionId, object, record: of, field, id } = write;
  const later = await db.crmWrite.findMany({
    where: {
      ...{ workspaceId, callId, connectionId, object, record: of, field, state: "written" },
      ...{ id: { gt: id } },
    },
    orderBy: { id: "asc" },
    select: { id: true, after: true },
  });
  const [next, last] = [later[0], later.at(-1)];
  if (!next || !last || !isSameIn(write)(stands, outOfBox(last.after))) return false;
  await db.crmWrite.updateMany({
    where: { workspaceId, id: next.id },
    data: { before: write.before ?? inBox(null) },
  });
  await endReverted(write, by, outOfBox(write.before));
  return true;
}

/** An activity that holds nothing else of ours goes as a whole; of anything else the field gets its value back. */
async function takeBack(crm: Crm, write: WriteRow, value: CrmValue): Promise<void> {
  const { workspaceId, callId, connectionId, object: kind, record: external, id } = write;
  if (!isActivity(kind) || external === null || connectionId === null)
    return writeField(crm, write, value);
  const others = await db.crmWrite.count({
    where: {
      ...{ workspaceId, callId, connectionId, object: kind, record: external },
      ...{ id: { not: id }, writtenAt: { not: null }, state: { not: "reverted" } },
    },
  });
  if (others > 0) return writeField(crm, write, value);
  await crm.ask((access) => crm.port.deleteActivity(access, kind, external));
  await dropActivity(write);
}

async function endReverted(
  write: WriteRow,
  by: Member | string | null,
  value: CrmValue,
): Promise<"reverted"> {
  const byId = idOf(by);
  const isAsked = typeof by === "object" && by !== null;
  await db.$transaction(async (tx) => {
    // Taken back because the call moved: on its way back there it is proposed once more.
    const fault = isAsked ? null : "relinked";
    const data = { theirs: {}, before: inBox(value), fault, faultDetail: null };
    await moveWrite(tx, write, "reverted", { by: byId, data: { ...data, decidedAt: now() } });
    if (isAsked) return recordOf(tx, by, write, "crm.reverted", {});
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
