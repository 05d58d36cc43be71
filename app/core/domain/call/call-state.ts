/** States in which a call has its room: guests may come, and its host ends it. */
export const RUNNING = ["scheduled", "live"] as const;

export const isRunning = (state: string): boolean => RUNNING.some((running) => running === state);

/** Days for which a deleted call can be restored (product §6). */
export const RESTORE_DAYS = 30;
const DAY_MS = 86_400_000;

/** Calls deleted after this instant can be restored. */
export const restorableSince = (now: Date): Date => new Date(now.getTime() - RESTORE_DAYS * DAY_MS);

/** Days that are left to restore a call, a begun one included: 30 just after it was deleted, never under 1. */
export const daysToRestore = (trashedAt: Date, now: Date): number =>
  Math.max(1, Math.ceil((trashedAt.getTime() - restorableSince(now).getTime()) / DAY_MS));

/** The call that somebody runs just now, of which there may be one (product §6); those planned for later do not count. */
export const runningCallOf = (workspaceId: string, ownerId: string) => ({
  workspaceId,
  ownerId,
  kind: "room" as const,
  state: { in: [...RUNNING] },
  scheduledStart: null,
});
