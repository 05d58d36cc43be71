import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { writeToCrm } from "#app/core/jobs/crm-write.job.ts";
import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { asSystem } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { VendorFault } from "../connection/connection-types.ts";
import {
  type Activity,
  ensureActivity,
  dropActivity,
  isActivity,
  withKey,
} from "./activity.server.ts";
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
import { refusalOf } from "./refusal.server.ts";
import { fieldOf, isAppending, isSameIn, targetOf } from "./target.server.ts";
import { notifyDeciders } from "./who-decides.server.ts";
import { findWrite, logStep, moveWrite, type WriteRow } from "./write-row.server.ts";

/** Waits after transient faults, in seconds: six over four hours (product §6), then somebody has to look. */
export const RETRY_WRITE_SECONDS = [30, 120, 600, 1_800, 4_650, 7_200] as const;
/** A process that does not end a request within this is taken for dead. */
const REQUEST_MS = 60_000;

type Job = { workspaceId: string; writeId: string };

/**
 * Writes an approved change into its CRM, once. What stands there is read right before; what was and what will be are
 * stored before the request goes out, so that whatever resumes after a crash sees whether it arrived; and what stands
 * there afterwards is read again, because some CRMs take a value and keep another.
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
      await settle(providers, claimed);
    } catch (error) {
      if (!(error instanceof VendorFault)) throw error;
      await settleFault(claimed, error);
    }
  }).catch((error: unknown) => {
    // Another change of the record is at work: this one stays due, and is queued again.
    if (!(error instanceof VendorFault)) throw error;
  });
}

const isToWrite = ({ state, dueAt }: WriteRow): boolean =>
  state === "writing" || (state === "approved" && (dueAt === null || dueAt <= now()));

/** A process that died with it left it as `writing`: it is gone on with where it stopped. */
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

async function settle(providers: CrmProviders, claimed: WriteRow): Promise<void> {
  const refusal = await refusalOf(claimed);
  // Of a request that went out it is seen first whether it arrived: the journal says what is true.
  if (refusal === null || claimed.sentAt !== null)
    await perform(await openCrm(providers, claimed), claimed, refusal);
  else await endBadly(claimed, refusal, null);
}

async function perform(crm: Crm, claimed: WriteRow, refusal: string | null): Promise<void> {
  const { write, activity, stands } = await look(crm, claimed);
  const note = activity?.note ?? null;
  const plan = await planOf(write, stands, activity);
  switch (plan.kind) {
    case "conflict":
      return meetConflict(write, await theirsFrom(crm, stands));
    case "keep":
      return endBadly(write, plan.why, null);
    case "done":
      await endWell({ ...write, before: inBox(plan.before) }, plan.after, note);
      break;
    case "send":
      if (refusal !== null) return endBadly(write, refusal, null);
      await send(crm, write, { ...plan, stands: stands.value }, note);
  }
  // It was sent for a deal that the call is about no more.
  if (refusal === "relinked") await takeBackLater(write);
}

type Looked = { write: WriteRow; activity: Activity | null; stands: Stands };

/** What the field holds now. An activity that was deleted in the CRM is made again. */
async function look(crm: Crm, claimed: WriteRow, isLast = false): Promise<Looked> {
  const activity = isActivity(claimed.object) ? await ensureActivity(crm, claimed) : null;
  const write = activity === null ? claimed : { ...claimed, record: activity.record };
  try {
    const stands = await readField(crm, write);
    return { write: { ...write, record: stands.id }, activity, stands };
  } catch (error) {
    const isGone = error instanceof VendorFault && error.code === "not_found";
    if (!isGone || activity === null || activity.isNew || isLast) throw error;
    await dropActivity(write);
    return look(crm, claimed, true);
  }
}

type Value = Stands["value"];
type Plan =
  | { kind: "conflict" }
  /** The field holds it already. */
  | { kind: "done"; before: Value; after: Value }
  /** The rule keeps the present value, which is the one it was proposed against. */
  | { kind: "keep"; why: string }
  /** `isNew`: before and after are still to be stored. */
  | { kind: "send"; after: Value; isNew: boolean };

async function planOf(
  write: WriteRow,
  { value }: Stands,
  activity: Activity | null,
): Promise<Plan> {
  const before = outOfBox(write.before);
  const isSame = isSameIn(write);
  if (write.sentAt !== null) {
    // A request of ours went out, and nobody wrote down what came of it.
    const after = outOfBox(write.after);
    if (isSame(value, after)) return { kind: "done", before, after };
    return isSame(value, before) ? { kind: "send", after, isNew: false } : { kind: "conflict" };
  }
  const made = await targetOf(write, value);
  const isAsSeen =
    isSame(value, before) || activity?.isNew === true || (await isOurs(write, value, activity));
  if ("keep" in made) {
    // There was nothing to do, and there will be nothing to undo.
    if (made.keep === "same" || made.keep === "already_there")
      return { kind: "done", before: value, after: value };
    if (made.keep === "no_room") return { kind: "keep", why: "no_room" };
    return isAsSeen ? { kind: "keep", why: "rule_keeps" } : { kind: "conflict" };
  }
  const { after } =
    activity === null ? made : withKey(made, value, activity.key, await fieldOf(write));
  if (isSame(value, after)) return { kind: "done", before: value, after };
  return isAsSeen || isAppending(write.rule)
    ? { kind: "send", after, isNew: true }
    : { kind: "conflict" };
}

/**
 * The present value is the one that another of our changes wrote. A field of an activity
 * of ours that no change has written holds what it was made with.
 */
async function isOurs(write: WriteRow, value: Value, activity: object | null): Promise<boolean> {
  const { workspaceId, connectionId, object, record: of, field, id } = write;
  const last = await db.crmWrite.findFirst({
    where: {
      ...{ workspaceId, connectionId, object, record: of, field },
      ...{ id: { not: id }, writtenAt: { not: null } },
    },
    orderBy: [{ writtenAt: "desc" }, { id: "desc" }],
    select: { before: true, after: true, state: true },
  });
  if (!last) return activity !== null;
  return isSameIn(write)(value, outOfBox(last.state === "reverted" ? last.before : last.after));
}

type Sent = { after: Value; isNew: boolean; stands: Value };

async function send(
  crm: Crm,
  write: WriteRow,
  { after, isNew, stands }: Sent,
  note: string | null,
): Promise<void> {
  if (isNew) await storeBefore(write, stands, after);
  try {
    await writeField(crm, write, after);
  } catch (error) {
    // An answer, and it is no: nothing was applied.
    if (error instanceof VendorFault && !error.isTransient) await clearSent(write);
    throw error;
  }
  const isSame = isSameIn(write);
  const kept = (await readField(crm, write)).value;
  // Taken with thanks, and not kept: a field that the CRM works out by itself.
  if (isSame(kept, stands) && !isSame(kept, after)) {
    await clearSent(write);
    return endBadly(write, "ignored", null);
  }
  await endWell({ ...write, before: inBox(stands) }, kept, note);
}

const clearSent = ({ workspaceId, id }: WriteRow): Promise<unknown> =>
  db.crmWrite.updateMany({ where: { workspaceId, id }, data: { sentAt: null } });

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

/** Over, and no member has anything to mend. */
const NOBODYS = ["relinked", "replaced", "row_changed"];

/** A final fault waits to be mended. */
async function endBadly(write: WriteRow, fault: string, detail: string | null): Promise<void> {
  const { workspaceId, callId, object, field } = write;
  await db.$transaction(async (tx) => {
    // `sentAt` stays, if it is there: a request may have been applied without an answer.
    const data = { fault, faultDetail: detail, dueAt: null };
    const failed = await moveWrite(tx, write, "failed", { data });
    await record(
      tx,
      asSystem(workspaceId, writeToCrm.name),
      "crm.failed",
      { kind: "call", id: callId },
      { after: { object, field, fault } },
    );
    if (NOBODYS.includes(fault)) await moveWrite(tx, failed, "rejected");
    else await notifyDeciders(tx, write, { kind: "crm_failed", values: { writeId: write.id } });
  });
}

/** Queues that what was just written is taken back. */
const takeBackLater = ({ workspaceId, id, version }: WriteRow): Promise<unknown> =>
  db.$transaction((tx) =>
    enqueue(tx, writeToCrm, `${id}:revert:${version}:0`, {
      ...{ v: 1, workspaceId, writeId: id, act: "revert", byId: null, round: 0 },
    }),
  );

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
