import { setTimeout } from "node:timers/promises";
import { now } from "#app/core/platform/clock.ts";
import { errorCodes, isDatabaseUnavailable } from "#app/core/platform/database-unavailable.ts";
import { db, Prisma } from "#app/core/platform/db.server.ts";
import { errorFacts } from "#app/core/platform/error-facts.ts";
import { log } from "#app/core/platform/log.server.ts";
import type { Member } from "../access/actor.ts";
import { findMemberActor } from "../account/member-actor.server.ts";
import { DomainError } from "../errors.ts";
import { readOrder, type StoredOrder } from "./bulk.schema.ts";
import { outcomeOf } from "./outcomes.ts";
import { doDeed, undoDeed } from "./deeds.server.ts";

export type RunRef = { workspaceId: string; runId: string };
type Run = RunRef & StoredOrder;
/** `goes on`: the next call; `ended`: nobody wants the rest any more. */
type Step = "goes on" | "ended";

const ROWS_AT_ONCE = 200;
/** Of one call, where something unexpected came between. */
const TRIES = 3;
/** What another change of a call may take. */
const BUSY_PAUSE_MS = 250;
/** What the rest of a run comes to whose member left. */
const LEFT = "member_left";
/** What may come out otherwise another time. */
const TRY_AGAIN: ReadonlySet<string> = new Set(["internal", "busy"]);

/**
 * Does the calls of a run that were not tried yet, in their order. A call's change and what came of it are one
 * transaction, so that a run that was killed goes on where it stopped, and two at once do nothing twice.
 * @param actorOf who it is done for, asked before every call: null when they are no longer a member
 * @throws the reason of `signal`; whatever means that the database is away
 */
export async function runBulk(
  { workspaceId, runId }: RunRef,
  actorOf: (memberId: string) => Promise<Member | null>,
  signal?: AbortSignal,
): Promise<void> {
  const found = await db.bulkRun.findFirst({
    where: { workspaceId, id: runId, state: { in: ["queued", "running"] } },
    select: { input: true, memberId: true },
  });
  if (!found) return;
  const run = { workspaceId, runId, ...readOrder(found.input) };
  await db.bulkRun.updateMany({
    where: { workspaceId, id: runId, state: "queued" },
    data: { state: "running", updatedAt: now() },
  });
  for (;;) {
    const left = await db.bulkRow.findMany({
      where: { workspaceId, runId, outcome: null },
      orderBy: { ord: "asc" },
      take: ROWS_AT_ONCE,
      select: { ord: true, callId: true },
    });
    if (left.length === 0) return end(run);
    for (const row of left) {
      signal?.throwIfAborted();
      const actor = await actorOf(found.memberId);
      if (!actor) return endForGone(run);
      if ((await tryRow(run, row, actor)) === "ended") return;
    }
  }
}

/** The same for a run's own member, with their rights as they are when a call's turn comes, and never private access. */
export const runBulkFor = (ref: RunRef, signal: AbortSignal): Promise<void> =>
  runBulk(ref, (memberId) => findMemberActor(ref.workspaceId, memberId), signal);

type Row = { ord: number; callId: string };

async function tryRow(run: Run, row: Row, actor: Member): Promise<Step> {
  for (let turn = 1; ; turn += 1)
    try {
      return await oneRow(run, row, actor);
    } catch (error) {
      if (error instanceof DomainError) return noteRefusal(run, row, outcomeOf(error));
      // A row that takes longer than a transaction may is no reason to stand still at it.
      const isSlow = isTooSlow(error);
      if (!isSlow && isDatabaseUnavailable(error)) throw error;
      if (turn < TRIES) {
        if (isLocked(error)) await setTimeout(BUSY_PAUSE_MS * turn);
        continue;
      }
      if (isLocked(error)) return noteRefusal(run, row, "busy");
      log.error({ run: run.runId, ord: row.ord, err: errorFacts(error) }, "a call of a run failed");
      return noteRefusal(run, row, "internal");
    }
}

const oneRow = (run: Run, { ord, callId }: Row, actor: Member): Promise<Step> =>
  db.$transaction(async (tx) => {
    if (!(await count(tx, run))) return "ended";
    const { workspaceId, runId, order, undoes } = run;
    const row = await tx.bulkRow.findFirst({ where: { workspaceId, runId, ord, outcome: null } });
    // Somebody else was quicker: what was counted just now is not to be counted.
    if (!row) throw new DomainError("conflict");
    const known = undoes === null ? null : await undoOf(tx, { workspaceId, runId: undoes }, callId);
    const { outcome, undo } =
      undoes === null
        ? await doDeed(tx, actor, callId, order)
        : await undoDeed(tx, actor, callId, { order, known });
    await tx.bulkRow.updateMany({
      where: { workspaceId, runId, ord },
      data: { outcome, undo: undo ?? Prisma.DbNull },
    });
    await useUp(tx, run, callId);
    return "goes on";
  });

/** The call was not changed: its transaction was undone. */
const noteRefusal = (run: Run, { ord, callId }: Row, outcome: string): Promise<Step> =>
  db.$transaction(async (tx) => {
    const { workspaceId, runId } = run;
    const where = { workspaceId, runId, ord, outcome: null };
    if (!(await isOpen(tx, run))) return "ended";
    const { count: noted } = await tx.bulkRow.updateMany({ where, data: { outcome } });
    if (noted > 0) await count(tx, run);
    if (noted > 0 && !TRY_AGAIN.has(outcome)) await useUp(tx, run, callId);
    return "goes on";
  });

type Tx = Prisma.TransactionClient;

/** Counts one more call; the run's row stays locked to the end of the transaction. @returns false when it has ended */
async function count(tx: Tx, { workspaceId, runId }: RunRef): Promise<boolean> {
  const { count: open } = await tx.bulkRun.updateMany({
    where: { workspaceId, id: runId, state: "running" },
    data: { done: { increment: 1 }, updatedAt: now() },
  });
  return open > 0;
}

async function isOpen(tx: Tx, { workspaceId, runId }: RunRef): Promise<boolean> {
  const found = await tx.$queryRaw<object[]>`SELECT 1 FROM bulk_run
    WHERE workspace_id = ${workspaceId}::uuid AND id = ${runId}::uuid AND state = 'running' FOR UPDATE`;
  return found.length > 0;
}

/** What an undo has tried of the run it undoes is not tried once more; what it did not come to is. */
async function useUp(tx: Tx, { workspaceId, undoes }: Run, callId: string): Promise<void> {
  if (undoes === null) return;
  await tx.bulkRow.updateMany({
    where: { workspaceId, runId: undoes, callId },
    data: { undo: Prisma.DbNull },
  });
}

/** Its transaction was ended because it took too long, or waited too long for another one. */
const isTooSlow = (error: unknown): boolean => errorCodes(error).includes("P2028");
const isLocked = (error: unknown): boolean => errorCodes(error).includes("55P03");

async function undoOf(tx: Tx, { workspaceId, runId }: RunRef, callId: string): Promise<unknown> {
  const row = await tx.bulkRow.findFirst({ where: { workspaceId, runId, callId } });
  return row?.undo ?? null;
}

async function end({ workspaceId, runId }: RunRef): Promise<void> {
  await db.bulkRun.updateMany({
    where: { workspaceId, id: runId, state: "running" },
    data: { state: "done", endedAt: now(), updatedAt: now() },
  });
}

/** The member is gone: what is left is done for nobody. */
async function endForGone({ workspaceId, runId }: RunRef): Promise<void> {
  await db.$transaction(async (tx) => {
    if (!(await isOpen(tx, { workspaceId, runId }))) return;
    const { count: left } = await tx.bulkRow.updateMany({
      where: { workspaceId, runId, outcome: null },
      data: { outcome: LEFT },
    });
    await tx.bulkRun.updateMany({
      where: { workspaceId, id: runId },
      data: { state: "done", done: { increment: left }, endedAt: now(), updatedAt: now() },
    });
  });
}
