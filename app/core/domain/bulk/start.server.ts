import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { runBulkJob } from "#app/core/jobs/bulk-run.job.ts";
import { now } from "#app/core/platform/clock.ts";
import { db, Prisma, rows, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { authorise, can, demand, trackerAccess, visible, visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import type { CallPermission } from "../access/policy/policy.ts";
import { record } from "../audit/record.server.ts";
import { countClipsOf } from "../call/call-clips.server.ts";
import type { ClipsOfCalls } from "../call/call-views.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LABEL_COLOURS } from "../label/label.schema.ts";
import { addLabel, inTurn, leastUsedColour } from "../label/label-writes.server.ts";
import { foldName } from "../words/fold.ts";
import { findLibrary } from "../library/find-library.server.ts";
import { requireFolder } from "../library/places.server.ts";
import { dueDay } from "../review/due-day.ts";
import { findUsable } from "../analysis/regenerate.server.ts";
import { LIMITS } from "../limits.ts";
import { readOrder, type StoredOrder } from "./bulk.schema.ts";
import type { BulkKind, BulkOrder } from "./bulk-views.ts";
import { runBulk } from "./run.server.ts";
import { countOpenUndo } from "./runs.server.ts";
import { findMemberActor } from "../account/member-actor.server.ts";

/** The right that each kind needs on a call. */
const NEEDS = {
  give_label: "call.update",
  take_label: "call.update",
  set_access: "call.delete",
  set_owner: "call.transfer",
  assign_reviewer: "call.update",
  regenerate: "call.update",
  // Of the tracker it needs more: what is read anew is nobody's own work.
  run_tracker: "call.read",
  rewrite_terms: "call.update",
  // The lists are for who may change them: what is counted anew is nobody's own work.
  count_words: "call.read",
  recognise: "recording.retry",
  propose: "call.update",
  // What a library gives others is judged call by call.
  add_to_library: "call.read",
  delete: "call.delete",
  restore: "call.restore",
} as const satisfies Record<BulkKind, CallPermission>;

/** Up to so many calls are done in the request; more are a job. */
const AT_ONCE = 50;
/** Of what takes longer with each call. */
const SLOW: ReadonlySet<BulkKind> = new Set(["regenerate", "add_to_library"]);
const SLOW_AT_ONCE = 10;
const ROWS_A_STATEMENT = 1_000;

/**
 * Calls by id. `isAll`: all that the actor's list matched, so that none of them was picked by hand; `isCut`: more matched
 * than one run takes.
 */
export type Selected = { callIds: readonly string[]; isAll?: boolean; isCut?: boolean };
export type Begun = { runId: string };

/**
 * Does one thing to many calls. Rights are asked call by call when its turn comes; here only whether there is one call of
 * which the actor may know, and one with which they may do it.
 * @throws DomainError `validation_failed`, `limit_reached`, `not_found`, `forbidden`
 */
export async function startBulk(
  actor: Member,
  order: BulkOrder,
  selected: Selected,
): Promise<Begun> {
  const callIds = await checkCalls(actor, NEEDS[order.kind], selected);
  await checkOrder(actor, order);
  const runId = await db.$transaction((tx) =>
    createRun(tx, actor, { order, callIds, undoes: null, isCut: selected.isCut ?? false }),
  );
  return begin(actor, runId, { kind: order.kind, calls: callIds.length });
}

/**
 * What could go with calls that are to be deleted: the clips of those that the actor may delete.
 * @throws DomainError as `startBulk`
 */
export async function countClipsOfMany(actor: Member, selected: Selected): Promise<ClipsOfCalls> {
  const callIds = await checkCalls(actor, NEEDS.delete, selected);
  return countClipsOf(db, actor, { id: { in: callIds }, AND: visible(actor, "call.delete") });
}

/**
 * Gives the label of a name to many calls; where none is called so, it is made: for the whole workspace where the actor may, else for the team of which most of
 * the calls are.
 * @throws DomainError `forbidden`, `validation_failed`, `limit_reached`, `not_found`
 */
export async function startBulkWithNamedLabel(
  actor: Member,
  name: string,
  selected: Selected,
): Promise<Begun> {
  const known = await db.label.findFirst({
    where: {
      ...{ folded: foldName(name), mergedInto: null, archivedAt: null, scope: "call" },
      AND: visible(actor, "label.read"),
    },
    select: { id: true },
  });
  if (known) return startBulk(actor, { kind: "give_label", labelId: known.id }, selected);
  demand(actor, "label.manage");
  const callIds = await checkCalls(actor, NEEDS.give_label, selected);
  const teamId = await teamOfNew(actor, callIds);
  const runId = await inTurn(actor, async (tx) => {
    const colour = await leastUsedColour(tx, actor, LABEL_COLOURS);
    const labelId = await addLabel(tx, actor, { name, groupId: null, teamId, colour });
    const order = { kind: "give_label", labelId } as const;
    return createRun(tx, actor, { order, callIds, undoes: null, isCut: selected.isCut ?? false });
  });
  return begin(actor, runId, { kind: "give_label", calls: callIds.length });
}

/** @throws DomainError `forbidden` where the actor makes labels for none of the calls' teams */
async function teamOfNew(actor: Member, callIds: readonly string[]): Promise<string | null> {
  const { workspaceId } = actor;
  const may = (teamId: string | null) => can(actor, "label.change", { workspaceId, teamId });
  if (may(null)) return null;
  const teams = await rows<{ team_id: string }>(Prisma.sql`
    SELECT c.team_id FROM call c WHERE c.id = ANY(${callIds}::uuid[]) AND c.team_id IS NOT NULL
      AND ${visibleSql(actor, "call.update")} GROUP BY c.team_id ORDER BY count(*) DESC, c.team_id`);
  const team = teams.find(({ team_id: id }) => may(id));
  if (!team) throw new DomainError("forbidden");
  return team.team_id;
}

/**
 * Puts back what an own run did, call by call, each once; what an earlier undo that was stopped did not come to.
 * @throws DomainError `not_found`, `invalid_state` while it goes on and where it cannot be, or was, put back
 */
export async function undoBulk(actor: Member, runId: string): Promise<Begun> {
  const { workspaceId, memberId } = actor;
  const made = await db.$transaction(async (tx) => {
    await takeTurn(tx, actor);
    const run = await tx.bulkRun.findFirst({ where: { workspaceId, id: runId, memberId } });
    if (!run) throw new DomainError("not_found");
    const { order, undoes } = readOrder(run.input);
    const found = await tx.bulkRow.findMany({
      where: { workspaceId, runId, undo: { not: Prisma.DbNull } },
      orderBy: { ord: "asc" },
      select: { callId: true },
    });
    const { count } = await tx.bulkRun.updateMany({
      where: { workspaceId, id: runId, state: { in: ["done", "cancelled"] } },
      data: { undoneAt: now() },
    });
    const isNothing = count === 0 || undoes !== null || found.length === 0;
    if (isNothing || (await countOpenUndo(tx, { workspaceId, runId })) > 0)
      throw new DomainError("invalid_state");
    const callIds = found.map(({ callId }) => callId);
    const id = await createRun(tx, actor, { order, callIds, undoes: runId, isCut: false });
    return { id, kind: order.kind, calls: callIds.length };
  });
  return begin(actor, made.id, made);
}

type NewRun = StoredOrder & { callIds: readonly string[] };

/** The run with its rows: from here on, which calls it is about does not change. */
async function createRun(
  tx: Tx,
  actor: Member,
  { callIds, order, undoes, isCut }: NewRun,
): Promise<string> {
  const { workspaceId, memberId } = actor;
  await takeTurn(tx, actor);
  const open = await tx.bulkRun.count({
    where: { workspaceId, memberId, state: { in: ["queued", "running"] } },
  });
  if (open >= LIMITS.bulkRunsOpen) throw limitReached(LIMITS.bulkRunsOpen, open, "runs");
  const id = newId();
  await tx.bulkRun.create({
    data: {
      ...{ id, workspaceId, memberId, kind: undoes === null ? order.kind : "undo" },
      ...{ input: { order, undoes, isCut }, total: callIds.length, createdBy: memberId },
      state: isLong(order.kind, callIds.length) ? "queued" : "running",
    },
    select: { id: true },
  });
  for (let from = 0; from < callIds.length; from += ROWS_A_STATEMENT)
    await tx.bulkRow.createMany({
      data: callIds
        .slice(from, from + ROWS_A_STATEMENT)
        .map((callId, at) => ({ workspaceId, runId: id, ord: from + at, callId })),
    });
  await record(
    tx,
    actor,
    "bulk.started",
    { kind: "bulk_run", id },
    { after: { kind: order.kind, isUndo: undoes !== null, calls: callIds.length } },
  );
  if (isLong(order.kind, callIds.length))
    await enqueue(tx, runBulkJob, id, { v: 1, workspaceId, runId: id });
  return id;
}

/** One beginning of a member's after the other. */
const takeTurn = (tx: Tx, { workspaceId, memberId }: Member) =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`bulk:${workspaceId}:${memberId}`}, 0))`;

const isLong = (kind: BulkKind, calls: number): boolean =>
  calls > (SLOW.has(kind) ? SLOW_AT_ONCE : AT_ONCE);

async function begin(
  actor: Member,
  runId: string,
  { kind, calls }: { kind: BulkKind; calls: number },
): Promise<Begun> {
  const { workspaceId, memberId } = actor;
  if (!isLong(kind, calls))
    await runBulk({ workspaceId, runId }, async () => {
      const current = await findMemberActor(workspaceId, memberId);
      // The rights of now, and what the request has beside them: private access, of which a job has none.
      const { sessionId, impersonator, privateUntil, origin } = actor;
      return current && { ...current, sessionId, impersonator, privateUntil, origin };
    });
  return { runId };
}

/** @returns each id once @throws DomainError `not_found` where the actor may know of none of them, `forbidden` */
async function checkCalls(
  actor: Member,
  right: CallPermission,
  { callIds, isAll = false }: Selected,
): Promise<string[]> {
  const ids = [...new Set(callIds)];
  if (ids.length === 0)
    throw new DomainError("validation_failed", { callIds: ["nothing_selected"] });
  if (ids.length > LIMITS.bulkRows) throw limitReached(LIMITS.bulkRows, ids.length, "callIds");
  // The list found them by the actor's rights: each of them says what could not be done.
  if (isAll) return ids;
  // What lies in the trash is there for nobody but who may take it out.
  const seen = right === "call.restore" ? right : "call.read";
  const any = (permission: CallPermission) => Prisma.sql`EXISTS (
    SELECT 1 FROM call c WHERE c.id = ANY(${ids}::uuid[]) AND ${visibleSql(actor, permission)})`;
  const [found] = await rows<{ sees: boolean; may: boolean }>(
    Prisma.sql`SELECT ${any(seen)} AS sees, ${any(right)} AS may`,
  );
  if (found?.sees !== true) throw new DomainError("not_found");
  if (!found.may) throw new DomainError("forbidden");
  return ids;
}

/** What the order names beside the calls must be there for the actor. */
async function checkOrder(actor: Member, order: BulkOrder): Promise<void> {
  if (order.kind === "assign_reviewer") return checkReviewer(actor, order);
  if (order.kind === "set_owner") return checkColleague(actor, order.memberId);
  if (order.kind === "regenerate") return checkTemplate(actor, order);
  if (order.kind === "run_tracker") return checkTracker(actor, order.trackerId);
  if (order.kind === "add_to_library") return checkLibrary(actor, order);
  if (order.kind === "count_words") demand(actor, "dictionary.everywhere");
  if (order.kind !== "give_label" && order.kind !== "take_label") return;
  const label = await db.label.findFirst({
    where: {
      ...{ id: order.labelId, mergedInto: null, scope: "call" },
      ...(order.kind === "give_label" && { archivedAt: null }),
      AND: visible(actor, "label.read"),
    },
    select: { id: true },
  });
  if (!label) throw new DomainError("not_found");
}

async function checkTracker(actor: Member, trackerId: string): Promise<void> {
  const where = { id: trackerId, archivedAt: null, AND: visible(actor, "tracker.read") };
  authorise(actor, "tracker.change", await db.tracker.findFirst({ where, select: trackerAccess }));
}

async function checkTemplate(
  { workspaceId }: Member,
  { templateId, templateVersion }: { templateId: number; templateVersion: number | null },
): Promise<void> {
  await findUsable(db, workspaceId, { templateId, templateVersion: templateVersion ?? undefined });
}

async function checkLibrary(
  actor: Member,
  { libraryId, folderId }: { libraryId: string; folderId: string | null },
): Promise<void> {
  await requireFolder(db, await findLibrary(db, actor, libraryId, "library.curate"), folderId);
}

async function checkReviewer(
  actor: Member,
  { memberId, dueOn }: { memberId: string; dueOn: string | null },
): Promise<void> {
  await checkColleague(actor, memberId);
  dueDay(actor, dueOn, now());
}

async function checkColleague({ workspaceId }: Member, memberId: string): Promise<void> {
  const isThere = await db.member.count({
    where: { workspaceId, id: memberId, state: "active", scrubbedAt: null },
  });
  if (isThere === 0) throw new DomainError("validation_failed", { memberId: ["invalid_choice"] });
}
