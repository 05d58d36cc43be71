import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { listMemberActors } from "../account/member-actors.server.ts";
import { notifyMembers } from "../notification/notify-members.server.ts";
import { dayText } from "../review/due-day.ts";
import { dayOf, daysFrom, wallClock } from "../zone.ts";
import { progressOf, type ViewingRow, listenersOf, viewingRow } from "./progress.server.ts";
import { hush, notifyRequired } from "./viewing-writes.server.ts";

/** Each is looked at once an hour, so many in a round. */
const EVERY_MS = 3_600_000;
const MOST = 50;
/** Longer behind its day nobody is reminded, and nothing is counted. */
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * Looks at what is to be heard: who joined is told, who heard enough is done for good, who has not is reminded three days
 * before the day, on it and the day behind it; whoever is done, cannot read the library or has left hears no more of it.
 * @returns how many were looked at
 */
export async function followViewings(): Promise<number> {
  const at = now();
  const due = await db.requiredViewing.findMany({
    where: {
      ...{ deletedAt: null, library: { deletedAt: null } },
      dueOn: { gt: new Date(at.getTime() - KEPT_DAYS * DAY_MS) },
      OR: [{ lookedAt: null }, { lookedAt: { lt: new Date(at.getTime() - EVERY_MS) } }],
    },
    orderBy: { lookedAt: { sort: "asc", nulls: "first" } },
    take: MOST,
    select: viewingRow,
  });
  for (const viewing of due) await follow(viewing, at);
  return due.length;
}

async function follow(viewing: ViewingRow, at: Date): Promise<void> {
  const { workspaceId, id: requiredId, libraryId } = viewing;
  const members = await listMemberActors(workspaceId);
  const people = listenersOf(viewing, members);
  const known = new Set(viewing.listeners.map(({ memberId }) => memberId));
  const joined = people.filter(({ memberId }) => !known.has(memberId));
  const progress = await progressOf(viewing, members);
  const done = progress.filter(({ state }) => state === "done").map(({ memberId }) => memberId);
  const waiting = progress.filter(({ state }) => state !== "done");
  const still = new Set(waiting.map(({ memberId }) => memberId));
  const workspace = await db.workspace.findFirst({
    where: { id: workspaceId, deletedAt: null },
    select: { timeZone: true },
  });
  const dueOn = dayText(viewing.dueOn) ?? "";
  const step = workspace && stepOf(daysFrom(wallClock(at, workspace.timeZone), dayOf(dueOn)) - 1);
  await db.$transaction(async (tx) => {
    const { count } = await tx.requiredViewing.updateMany({
      where: { workspaceId, id: requiredId, deletedAt: null },
      data: { lookedAt: at },
    });
    if (count === 0) return;
    await tx.requiredViewer.createMany({
      data: joined.map(({ memberId }) => ({ workspaceId, requiredId, memberId })),
      skipDuplicates: true,
    });
    await tx.requiredViewer.updateMany({
      where: { workspaceId, requiredId, memberId: { in: done }, completedAt: null },
      data: { completedAt: at },
    });
    const others = [...known].filter((memberId) => !still.has(memberId));
    if (others.length > 0) await hush(tx, workspaceId, [requiredId], others);
    const late = joined.filter(({ memberId }) => still.has(memberId));
    await notifyRequired(tx, { workspaceId, libraryId, requiredId, dueOn, by: viewing.byId }, late);
    if (step)
      await notifyMembers(tx, { workspaceId, by: null }, [...still], {
        kind: "viewing_due",
        target: { kind: "library", id: libraryId },
        values: { requiredId, dueOn, step },
      });
  });
}

/** Which reminder is due, by how many days are left; each is sent once. */
const stepOf = (days: number): string | null =>
  days > 3 || days < -1 ? null : days < 0 ? "late" : days === 0 ? "today" : "soon";
