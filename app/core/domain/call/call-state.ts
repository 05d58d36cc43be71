/** States in which a call has its room: guests may come, and its host ends it. */
export const RUNNING = ["scheduled", "live"] as const;

export const isRunning = (state: string): boolean => RUNNING.some((running) => running === state);
