import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import { listMemberActors } from "../account/member-actors.server.ts";
import { DAY_MS, REQUIRED_DAYS } from "../library/required-days.ts";
import { readSilences, soundOfCall, soundOfClip } from "../library/sound.server.ts";
import { notifyMembers } from "../notification/notify-members.server.ts";
import { dayText } from "../review/due-day.ts";
import { dayOf, daysFrom, wallClock } from "../zone.ts";
import {
  isWaiting,
  listUncounted,
  progressOf,
  type ViewingRow,
  listenersOf,
  viewingRow,
} from "./progress.server.ts";
import { hush, notifyRequired } from "./viewing-writes.server.ts";

/** Each is looked at once an hour, so many in a round. */
const EVERY_MS = 3_600_000;
const MINUTE_MS = 60_000;
const MOST = 50;

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
      dueOn: { gt: new Date(at.getTime() - REQUIRED_DAYS * DAY_MS) },
      OR: [{ lookedAt: null }, { lookedAt: { lt: new Date(at.getTime() - EVERY_MS) } }],
    },
    orderBy: { lookedAt: { sort: "asc", nulls: "first" } },
    take: MOST,
    select: viewingRow,
  });
  for (const viewing of due)
    await follow(viewing, at).catch(async (error: unknown) => {
      // The others go on; this one is looked at again with the next hour.
      log.error({ err: error, required: viewing.id }, "required viewing could not be followed");
      const { workspaceId, id, lookedAt } = viewing;
      await db.requiredViewing.updateMany({
        where: { workspaceId, id, lookedAt },
        data: { lookedAt: at },
      });
    });
  return due.length;
}

async function follow(viewing: ViewingRow, at: Date): Promise<void> {
  const { workspaceId, id: requiredId, libraryId } = viewing;
  const members = await listMemberActors(workspaceId);
  const isCounted = await countSeconds(viewing);
  const people = listenersOf(viewing, members);
  const known = new Set(viewing.listeners.map(({ memberId }) => memberId));
  const joined = people.filter(({ memberId }) => !known.has(memberId));
  const progress = await progressOf(viewing, members);
  const done = progress.filter(({ state }) => state === "done").map(({ memberId }) => memberId);
  const waiting = progress.filter(isWaiting);
  const still = new Set(waiting.map(({ memberId }) => memberId));
  const workspace = await db.workspace.findFirst({
    where: { id: workspaceId, deletedAt: null },
    select: { timeZone: true },
  });
  const dueOn = dayText(viewing.dueOn) ?? "";
  const step = workspace && stepOf(daysFrom(wallClock(at, workspace.timeZone), dayOf(dueOn)) - 1);
  await db.$transaction(async (tx) => {
    const { count } = await tx.requiredViewing.updateMany({
      where: { workspaceId, id: requiredId, deletedAt: null, lookedAt: viewing.lookedAt },
      // What is not counted to its end is gone on with in a minute.
      data: { lookedAt: isCounted ? at : new Date(at.getTime() - EVERY_MS + MINUTE_MS) },
    });
    // It was changed or asked for meanwhile: the next round reads it as it is now.
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
    // Who joined, and who had nothing of it to play until now.
    const knows = new Set(
      viewing.listeners.filter(({ toldAt }) => toldAt !== null).map(({ memberId }) => memberId),
    );
    await notifyRequired(
      tx,
      { workspaceId, libraryId, requiredId, dueOn, by: viewing.byId },
      waiting.filter(({ memberId }) => !knows.has(memberId)),
    );
    if (step)
      await notifyMembers(tx, { workspaceId, by: null }, [...still], {
        kind: "viewing_due",
        target: { kind: "library", id: libraryId },
        values: { requiredId, dueOn, step },
      });
  });
}

/** So many waveforms are read in a round for one viewing. */
const COUNTED_AT_ONCE = 200;

/** Works out which seconds of its items have anything to hear. @returns whether that is done for all of them */
async function countSeconds(viewing: ViewingRow): Promise<boolean> {
  const { workspaceId } = viewing;
  let counted = 0;
  for (const { callId, clipId } of await listUncounted(viewing)) {
    if (counted === COUNTED_AT_ONCE) return false;
    const sound =
      callId === null
        ? clipId && (await soundOfClip(workspaceId, clipId))
        : await soundOfCall(workspaceId, callId);
    // Without a waveform all its seconds count.
    if (!sound || sound.lanes === null) continue;
    try {
      await readSilences(sound);
    } catch (error) {
      // Until it can be read, all its seconds count as well; the others go on.
      log.error({ err: error, file: sound.fileId }, "a waveform could not be read");
      continue;
    }
    counted += 1;
  }
  return true;
}

/** Which reminder is due, by how many days are left; each is sent once. */
const stepOf = (days: number): string | null =>
  days > 3 || days < -1 ? null : days < 0 ? "late" : days === 0 ? "today" : "soon";
