/** States in which a call has its room: guests may come, and its host ends it. */
export const RUNNING = ["scheduled", "live"] as const;

export const isRunning = (state: string): boolean => RUNNING.some((running) => running === state);

/** The call that somebody runs just now, of which there may be one (product §6); those planned for later do not count. */
export const runningCallOf = (workspaceId: string, ownerId: string) => ({
  workspaceId,
  ownerId,
  kind: "room" as const,
  state: { in: [...RUNNING] },
  scheduledStart: null,
});
