import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { notifyWorkspaceAdmins } from "../notification/notify-members.server.ts";

/** Whoever heard of it today need not hear again tonight. */
const QUIET_MS = 12 * 3_600_000;

/**
 * Tells admins again of connections that are still broken (product §5.4: once when it breaks, then daily).
 * @returns how many there are
 */
export async function remindOfBroken(): Promise<number> {
  const broken = await db.connection.findMany({
    where: { state: "broken", faultSince: { lt: new Date(now().getTime() - QUIET_MS) } },
    select: { workspaceId: true, provider: true, faultSince: true },
  });
  for (const { workspaceId, provider, faultSince } of broken)
    await db.$transaction((tx) =>
      notifyWorkspaceAdmins(tx, workspaceId, {
        kind: "connection_broken",
        values: { provider, since: (faultSince ?? now()).toISOString() },
      }),
    );
  return broken.length;
}
