import { now } from "#app/core/platform/clock.ts";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { visible, visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { colourOf } from "../label/label-list.server.ts";
import { readOrder } from "./bulk.schema.ts";
import type { BulkLine, BulkRowView, BulkRunView } from "./bulk-views.ts";

/** Rows that the dialog shows; its file has them all. */
const SHOWN_ROWS = 100;
const LISTED_RUNS = 10;
const LISTED_DAYS = 7;
const DAY_MS = 86_400_000;

type Run = Prisma.BulkRunGetPayload<object>;

/** The actor's own runs that go on, and then those that were begun within the last week; of both the newest first. */
export async function listBulkRuns(actor: Member): Promise<BulkLine[]> {
  const { workspaceId, memberId } = actor;
  const state = { in: ["queued", "running"] } satisfies Prisma.EnumBulkStateFilter;
  const [open, ended] = await Promise.all([
    db.bulkRun.findMany({
      where: { workspaceId, memberId, state },
      orderBy: { createdAt: "desc" },
      take: LISTED_RUNS,
    }),
    db.bulkRun.findMany({
      where: {
        ...{ workspaceId, memberId, NOT: { state } },
        createdAt: { gt: new Date(now().getTime() - LISTED_DAYS * DAY_MS) },
      },
      orderBy: { createdAt: "desc" },
      take: LISTED_RUNS,
    }),
  ]);
  return linesOf(actor, [...open, ...ended]);
}

/** One of the actor's own runs. @throws DomainError `not_found` */
export async function findBulkRun(actor: Member, runId: string): Promise<BulkRunView> {
  const run = await findOwn(actor, runId);
  const { workspaceId } = actor;
  const [[line], counted, shown, undoable, undoing] = await Promise.all([
    linesOf(actor, [run]),
    db.bulkRow.groupBy({ by: ["outcome"], where: { workspaceId, runId }, _count: true }),
    rows<FoundRow>(Prisma.sql`
      ${rowsOf(actor, runId)} AND b.outcome NOT IN ('done', 'asked')
      ORDER BY b.outcome = 'unchanged', b.ord LIMIT ${SHOWN_ROWS}`),
    db.bulkRow.count({ where: { workspaceId, runId, undo: { not: Prisma.DbNull } } }),
    countOpenUndo(db, { workspaceId, runId }),
  ]);
  if (!line) throw new DomainError("not_found");
  const countOf = (...outcomes: (string | null)[]) =>
    counted.reduce((sum, row) => sum + (outcomes.includes(row.outcome) ? row._count : 0), 0);
  const done = countOf("done", "asked");
  const [asked, unchanged, left] = [countOf("asked"), countOf("unchanged"), countOf(null)];
  const isOpen = run.state === "queued" || run.state === "running";
  return {
    ...line,
    counts: { done, asked, unchanged, left, refused: run.total - done - unchanged - left },
    rows: shown.map(rowView),
    isCut: readOrder(run.input).isCut,
    canCancel: isOpen,
    canUndo: !isOpen && !line.isUndo && undoing === 0 && undoable > 0,
    isUndone: run.undoneAt !== null && undoing === 0 && undoable === 0,
  };
}

/** What came of each call of an own run, a page at a time. @throws DomainError `not_found` */
export async function openBulkRows(
  actor: Member,
  runId: string,
): Promise<AsyncIterable<BulkRowView[]>> {
  const { total } = await findOwn(actor, runId);
  await db.$transaction((tx) =>
    record(tx, actor, "list.exported", undefined, { after: { list: "bulk_run", rows: total } }),
  );
  return allRows(actor, runId);
}

/** Runs under way that put back what a run did: 1 at most. */
export const countOpenUndo = (
  tx: Pick<typeof db, "bulkRun">,
  { workspaceId, runId }: { workspaceId: string; runId: string },
): Promise<number> =>
  tx.bulkRun.count({
    where: {
      ...{ workspaceId, kind: "undo", state: { in: ["queued", "running"] } },
      input: { path: ["undoes"], equals: runId },
    },
  });

const ROWS_A_PAGE = 1_000;
async function* allRows(actor: Member, runId: string): AsyncGenerator<BulkRowView[]> {
  for (let from = 0; ; from += ROWS_A_PAGE) {
    const page = await rows<FoundRow>(Prisma.sql`
      ${rowsOf(actor, runId)} AND b.ord >= ${from} AND b.ord < ${from + ROWS_A_PAGE} ORDER BY b.ord`);
    if (page.length === 0) return;
    yield page.map(rowView);
  }
}

type FoundRow = { ord: number; outcome: string | null; id: string | null; title: string | null };

/** A call is named to who may see it now, or take it out of the trash. */
const rowsOf = (actor: Member, runId: string): Prisma.Sql => Prisma.sql`
  SELECT b.ord, b.outcome, c.id, c.title FROM bulk_row b
  LEFT JOIN call c ON c.workspace_id = b.workspace_id AND c.id = b.call_id
    AND (${visibleSql(actor, "call.read")} OR ${visibleSql(actor, "call.restore")})
  WHERE b.workspace_id = ${actor.workspaceId}::uuid AND b.run_id = ${runId}::uuid`;

const rowView = ({ ord, outcome, id, title }: FoundRow): BulkRowView => ({
  ord,
  outcome,
  call: id === null || title === null ? null : { id, title },
});

/**
 * Ends an own run: no call is changed any more once this has returned. What was done stays done.
 * @throws DomainError `not_found`
 */
export async function cancelBulk(actor: Member, runId: string): Promise<void> {
  const { workspaceId, memberId } = actor;
  await db.$transaction(async (tx) => {
    const { count } = await tx.bulkRun.updateMany({
      where: { workspaceId, id: runId, memberId, state: { in: ["queued", "running"] } },
      data: { state: "cancelled", endedAt: now(), updatedAt: now() },
    });
    if (count > 0) return record(tx, actor, "bulk.cancelled", { kind: "bulk_run", id: runId });
    // It came to its end a moment earlier.
    if ((await tx.bulkRun.count({ where: { workspaceId, id: runId, memberId } })) === 0)
      throw new DomainError("not_found");
  });
}

async function findOwn({ workspaceId, memberId }: Member, runId: string): Promise<Run> {
  const run = await db.bulkRun.findFirst({ where: { workspaceId, id: runId, memberId } });
  if (!run) throw new DomainError("not_found");
  return run;
}

async function linesOf(actor: Member, found: readonly Run[]): Promise<BulkLine[]> {
  const { workspaceId } = actor;
  const stored = found.map((run) => ({ run, ...readOrder(run.input) }));
  const orders = stored.map(({ order }) => order);
  const [labels, members, trackers, libraries] = await Promise.all([
    db.label.findMany({
      where: {
        id: { in: orders.flatMap((order) => ("labelId" in order ? order.labelId : [])) },
        AND: visible(actor, "label.read"),
      },
      select: { id: true, name: true, colour: true },
    }),
    db.member.findMany({
      where: {
        workspaceId,
        id: { in: orders.flatMap((order) => ("memberId" in order ? order.memberId : [])) },
      },
      select: { id: true, name: true },
    }),
    db.tracker.findMany({
      where: {
        id: { in: orders.flatMap((order) => ("trackerId" in order ? order.trackerId : [])) },
        AND: visible(actor, "tracker.read"),
      },
      select: { id: true, name: true },
    }),
    db.library.findMany({
      where: {
        id: { in: orders.flatMap((order) => ("libraryId" in order ? order.libraryId : [])) },
        AND: visible(actor, "library.read"),
      },
      select: { id: true, name: true },
    }),
  ]);
  return stored.map(({ run, order, undoes }) => {
    const label = "labelId" in order && labels.find(({ id }) => id === order.labelId);
    const person = "memberId" in order && members.find(({ id }) => id === order.memberId);
    const tracker = "trackerId" in order && trackers.find(({ id }) => id === order.trackerId);
    const library = "libraryId" in order && libraries.find(({ id }) => id === order.libraryId);
    return {
      id: run.id,
      kind: order.kind,
      isUndo: undoes !== null,
      state: run.state,
      total: run.total,
      done: run.done,
      createdAt: run.createdAt.toISOString(),
      endedAt: run.endedAt?.toISOString() ?? null,
      label: label ? { name: label.name, colour: colourOf(label.colour) } : null,
      person: person ? person.name : null,
      tracker: tracker ? tracker.name : null,
      library: library ? library.name : null,
      visibility: "visibility" in order ? order.visibility : null,
    };
  });
}
