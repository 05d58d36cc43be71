import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { notifyMembers } from "../notification/notify-members.server.ts";
import { SHARED_KINDS } from "../shared-kinds.ts";
import { readSettings } from "../workspace-settings.ts";
import { loadLink } from "./shared-link.server.ts";

const DAY_MS = 86_400_000;
/** So long before its end the maker hears of it (product §27). */
const SOON_MS = 3 * DAY_MS;
/** Its row is written a moment before or after its end is reckoned. */
const MOMENT_MS = 3_600_000;

/**
 * Tells makers of links that work and end within three days, once for each end. One that was made for so short a time
 * is left out: its maker knows.
 * @returns how many such links there are
 */
export async function remindOfEnds(): Promise<number> {
  const at = now();
  const soon = new Date(at.getTime() + SOON_MS);
  const workspaces = await db.workspace.findMany({
    where: { deletedAt: null },
    select: { id: true, settings: true },
  });
  let count = 0;
  for (const { id: workspaceId, settings } of workspaces) {
    const { maxDays } = readSettings(settings).sharing;
    const made = (end: Date) => new Date(end.getTime() - maxDays * DAY_MS);
    const found = await db.sharedLink.findMany({
      where: {
        ...{ workspaceId, kind: { in: [...SHARED_KINDS] }, revokedAt: null },
        OR: [
          { expiresAt: { gt: at, lte: soon } },
          { createdAt: { gt: made(at), lte: made(soon) } },
        ],
      },
      select: { id: true },
    });
    for (const { id } of found) count += Number(await remindOfEnd(workspaceId, id, { at, soon }));
  }
  return count;
}

async function remindOfEnd(
  workspaceId: string,
  id: string,
  { at, soon }: { at: Date; soon: Date },
): Promise<boolean> {
  const link = await loadLink({ workspaceId, id });
  if (link?.state.state !== "active" || link.maker === null) return false;
  const { endsAt, createdAt, maker, subject, linkId } = link;
  const isShort = endsAt.getTime() - createdAt.getTime() <= SOON_MS + MOMENT_MS;
  if (isShort || endsAt <= at || endsAt > soon) return false;
  await db.$transaction((tx) =>
    notifyMembers(tx, { workspaceId, by: null }, [maker.memberId], {
      kind: "share_ending",
      target: subject,
      values: { linkId, endsAt: endsAt.toISOString() },
    }),
  );
  return true;
}
