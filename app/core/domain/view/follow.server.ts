import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { can, demand, type ViewRow, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { listMemberActors } from "../account/member-actors.server.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { addDays, isoDay, wallClock, weekdayOf, zonedInstant } from "../zone.ts";
import type { Pace } from "./view-views.ts";

/** New rows are those of a list; figures have none. */
const FOLLOWED = "recordings";
/** In the morning of the reader, before work begins. */
const HOUR = "07:00";

/** When the next e-mail is due: the next morning, or that of the next Monday. @param zone IANA name */
export function nextDue(pace: "daily" | "weekly", from: Date, zone: string): Date {
  const today = wallClock(from, zone);
  const days = pace === "daily" ? 1 : 7 - weekdayOf(today);
  return new Date(zonedInstant(isoDay(addDays(today, days)), HOUR, zone));
}

/**
 * Sets how often the actor is told by e-mail what is new in a view that they may open; calls are new from now on.
 * @throws DomainError `forbidden`, `not_found`
 */
export async function followView(
  actor: Member,
  { viewId, pace }: { viewId: string; pace: Pace },
): Promise<{ facts: { name: string; pace: Pace } }> {
  demand(actor, "view.make");
  const { workspaceId, memberId } = actor;
  return db.$transaction(async (tx) => {
    const view = await tx.savedView.findFirst({
      where: { id: viewId, page: FOLLOWED, deletedAt: null, AND: visible(actor, "view.read") },
      select: { name: true },
    });
    if (!view) throw new DomainError("not_found");
    const key = { workspaceId_viewId_memberId: { workspaceId, viewId, memberId } };
    if (pace === "off")
      await tx.viewDigest.deleteMany({ where: { workspaceId, viewId, memberId } });
    else {
      const dueAt = nextDue(pace, now(), actor.timeZone ?? "UTC");
      await tx.viewDigest.upsert({
        where: key,
        create: { workspaceId, viewId, memberId, pace, dueAt, sentAt: now() },
        update: { pace, dueAt },
      });
    }
    await record(tx, actor, "view.followed", { kind: "view", id: viewId }, { after: { pace } });
    return { facts: { name: view.name, pace } };
  });
}

/** Ends the e-mails of those who may not open the view any more. @param view as it is shared now */
export async function endFollows(tx: Tx, view: ViewRow & { id: string }): Promise<void> {
  const { workspaceId, id: viewId } = view;
  const follows = await tx.viewDigest.findMany({
    where: { workspaceId, viewId, memberId: { not: view.ownerId } },
    select: { memberId: true },
  });
  if (follows.length === 0) return;
  const readers = new Set(
    (await listMemberActors(workspaceId))
      .filter((member) => can(member, "view.read", view))
      .map(({ memberId }) => memberId),
  );
  const gone = follows.map(({ memberId }) => memberId).filter((id) => !readers.has(id));
  await tx.viewDigest.deleteMany({ where: { workspaceId, viewId, memberId: { in: gone } } });
}
