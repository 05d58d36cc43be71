import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { writeToCrm } from "#app/core/jobs/crm-write.job.ts";
import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { asSystem } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { VendorFault } from "../connection/connection-types.ts";
import { ensureActivity, isActivity, withKey } from "./activity.server.ts";
import {
  type Crm,
  type CrmProviders,
  openCrm,
  readField,
  type Stands,
  writeField,
} from "./crm-access.server.ts";
import { inBox, outOfBox, type Theirs } from "./crm-value.ts";
import { holdingRecord } from "./record-lock.server.ts";
import { isAppending, isSameIn, targetOf } from "./target.server.ts";
import { notifyDeciders } from "./who-decides.server.ts";
import { findWrite, logStep, moveWrite, type WriteRow } from "./write-row.server.ts";

/** Waits after transient faults, in seconds: six over four hours (product §6), then somebody has to look. */
export const RETRY_WRITE_SECONDS = [30, 120, 600, 1_800, 4_650, 7_200] as const;
/** A process that does not end a request within this is taken for dead. */
const REQUEST_MS = 60_000;

type Job = { workspaceId: string; writeId: string };

/**
 * Writes an approved change into its CRM, once. What stands there is read right before; what was and what will be are
 * stored before the request goes out, so that whoever resumes after a crash sees whether it arrived.
 */
export async function executeWrite(
  providers: CrmProviders,
  { workspaceId, writeId }: Job,
): Promise<void> {
  const seen = await findWrite(db, { workspaceId, writeId });
  if (!seen || !isToWrite(seen)) return;
  await holdingRecord(seen, async () => {
    const write = await findWrite(db, { workspaceId, writeId });
    if (!write || !isToWrite(write)) return;
    const claimed = await claim(write);
    try {
      const refusal = await refusalOf(claimed);
      if (refusal === null) await perform(await openCrm(providers, claimed), claimed);
      else await endBadly(claimed, refusal, null);
    } catch (error) {
      if (!(error instanceof VendorFault)) throw error;
      await settleFault(claimed, error);
    }
  });
}

const isToWrite = ({ state, dueAt }: WriteRow): boolean =>
  state === "writing" || (state === "approved" && (dueAt === null || dueAt <= now()));

/** Whoever died with it left it as `writing`: it is gone on with where it stopped. */
async function claim(write: WriteRow): Promise<WriteRow> {
  const { workspaceId, id } = write;
  const dueAt = new Date(now().getTime() + REQUEST_MS);
  if (write.state === "writing") {
    await db.crmWrite.updateMany({ where: { workspaceId, id }, data: { dueAt } });
    return write;
  }
  const data = { attempts: { increment: 1 }, dueAt };
  const moved = await db.$transaction((tx) => moveWrite(tx, write, "writing", { data }));
  return { ...moved, attempts: write.attempts + 1 };
}

/** Why it must not be sent after all: what was true when it was approved is not true any more. */
async function refusalOf({ workspaceId, callId, call, dealId, decidedById }: WriteRow) {
  if (call.state === "trashed" || call.state === "purged") return "call_gone";
  if (call.visibility === "private" && decidedById !== call.ownerId) return "private_call";
  if (dealId === null) return null;
  const linked = await db.callDeal.count({
    where: { workspaceId, callId, dealId, isPrimary: true },
  });
  return linked > 0 ? null : "relinked";
}

async function perform(crm: Crm, claimed: WriteRow): Promise<void> {
  const activity = isActivity(claimed.object) ? await ensureActivity(crm, claimed) : null;
  const write = activity === null ? claimed : { ...claimed, record: activity.record };
  const stands = await readField(crm, write);
  const plan = await planOf(write, stands, activity?.key ?? null);
  if (plan.kind === "conflict") return meetConflict(write, await theirsFrom(crm, stands));
  if (plan.kind === "done") return endWell(write, plan.after, activity?.note ?? null);
  if (plan.isNew) await storeBefore(write, stands.value, plan.after);
  await writeField(crm, write, plan.after);
  await endWell({ ...write, before: inBox(stands.value) }, plan.after, activity?.note ?? null);
}

type Value = Stands["value"];
type Plan =
  | { kind: "conflict" }
  /** It stands there already, or there is nothing to write any more. */
  | { kind: "done"; after: Value }
  /** `isNew`: before and after are still to be stored. */
  | { kind: "send"; after: Value; isNew: boolean };

async function planOf(write: WriteRow, { value }: Stands, key: string | null): Promise<Plan> {
  const before = outOfBox(write.before);
  const isSame = isSameIn(write);
  if (write.sentAt !== null) {
    // A request of ours went out, and nobody wrote down what came of it.
    const after = outOfBox(write.after);
    if (isSame(value, after)) return { kind: "done", after };
    return isSame(value, before) ? { kind: "send", after, isNew: false } : { kind: "conflict" };
  }
  const target = withKey(await targetOf(write, value), value, key);
  if (target === null) return { kind: "done", after: value };
  if (isSame(value, target.after)) return { kind: "done", after: value };
  const isAsSeen = isSame(value, before) || key !== null || (await isOurLastWrite(write, value));
  return isAsSeen || isAppending(write.rule)
    ? { kind: "send", after: target.after, isNew: true }
    : { kind: "conflict" };
}

/** What stands there is what another of our changes put there, and nobody has touched it since. */
async function isOurLastWrite(write: WriteRow, value: Value): Promise<boolean> {
  const { workspaceId, connectionId, object, record: of, field, id } = write;
  const last = await db.crmWrite.findFirst({
    where: {
      ...{ workspaceId, connectionId, object, record: of, field },
      ...{ id: { not: id }, writtenAt: { not: null } },
    },
    orderBy: [{ writtenAt: "desc" }, { id: "desc" }],
    select: { before: true, after: true, state: true },
  });
  if (!last) return false;
  return isSameIn(write)(value, outOfBox(last.state === "reverted" ? last.before : last.after));
}

async function storeBefore(write: WriteRow, before: Value, after: Value): Promise<void> {
  const { workspaceId, id, record: of } = write;
  const data = { before: inBox(before), after: inBox(after) };
  await db.$transaction(async (tx) => {
    await tx.crmWrite.updateMany({
      where: { workspaceId, id },
      data: { ...data, record: of, sentAt: now() },
    });
    await logStep(tx, write, "writing", null, data);
  });
}

async function endWell(write: WriteRow, after: Value, note: string | null): Promise<void> {
  const { workspaceId, callId, object, field, record: of } = write;
  const data = {
    ...{ after: inBox(after), record: of, writtenAt: now(), dueAt: null, fault: note },
    ...{ faultDetail: null, before: write.before ?? inBox(after) },
  };
  await db.$transaction(async (tx) => {
    await moveWrite(tx, write, "written", { data });
    await record(
      tx,
      asSystem(workspaceId, writeToCrm.name),
      "crm.written",
      { kind: "call", id: callId },
      { after: { object, record: of, field } },
    );
  });
}

/** What stands there in place of what we knew, and whose change it is where the CRM says. */
export async function theirsFrom({ port, ask }: Crm, { value, by, at }: Stands): Promise<Theirs> {
  if (by === null) return { value, by: null, at };
  const name = await ask((access) => port.findUserName(access, by)).catch(() => null);
  return { value, by: name, at };
}

async function meetConflict(write: WriteRow, theirs: Theirs): Promise<void> {
  await db.$transaction(async (tx) => {
    const data = { theirs, dueAt: null, sentAt: null, fault: null, faultDetail: null };
    await moveWrite(tx, write, "conflict", { data });
    await notifyDeciders(tx, write, { kind: "crm_conflict", values: { writeId: write.id } });
  });
}

/** Tried again where it may be over by itself, as long as the CRM asks for and no more than six times. */
async function settleFault(write: WriteRow, fault: VendorFault): Promise<void> {
  const seconds = RETRY_WRITE_SECONDS[write.attempts - 1];
  if (!fault.isTransient || seconds === undefined) return endBadly(write, fault.code, fault.detail);
  const wait = Math.max(seconds, Math.ceil((fault.retryAfterMs ?? 0) / 1_000));
  await db.$transaction(async (tx) => {
    const data = {
      ...{ fault: fault.code, faultDetail: fault.detail },
      dueAt: new Date(now().getTime() + wait * 1_000),
    };
    // `sentAt` stays: nobody knows whether a request without an answer was applied.
    await moveWrite(tx, write, "approved", { data });
    await queueWrite(tx, write, { round: `${write.attempts}`, startAfter: wait });
  });
}

/** A final fault waits for somebody who mends it; what was approved for another deal is nobody's to mend. */
async function endBadly(write: WriteRow, fault: string, detail: string | null): Promise<void> {
  const { workspaceId, callId, object, field } = write;
  await db.$transaction(async (tx) => {
    const data = { fault, faultDetail: detail, dueAt: null, sentAt: null };
    const failed = await moveWrite(tx, write, "failed", { data });
    await record(
      tx,
      asSystem(workspaceId, writeToCrm.name),
      "crm.failed",
      { kind: "call", id: callId },
      { after: { object, field, fault } },
    );
    if (fault === "relinked") await moveWrite(tx, failed, "rejected");
    else await notifyDeciders(tx, write, { kind: "crm_failed", values: { writeId: write.id } });
  });
}

/** Queues the write of an approved change. `round` tells a retry from the delivery that runs now. */
export async function queueWrite(
  tx: Tx,
  { workspaceId, id }: Pick<WriteRow, "workspaceId" | "id">,
  { round = "", startAfter = 0 } = {},
): Promise<void> {
  const payload = {
    v: 1 as const,
    workspaceId,
    writeId: id,
    act: "write" as const,
    byId: null,
    round: 0,
  };
  const key = round === "" ? id : `${id}:${round}`;
  await enqueue(tx, writeToCrm, key, payload, { startAfter });
}
