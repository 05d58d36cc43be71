import type * as z from "zod";

/** Which process takes a job, and how many run at once there (house §11). */
export type Lane =
  | "interactive"
  | "media"
  | "speech"
  | "cut"
  | "llm"
  | "integrations"
  | "maintenance";

export type QueueSettings = {
  policy: "standard" | "exclusive" | "short" | "stately";
  retryLimit: number;
  retryDelay: number;
  retryBackoff: boolean;
  expireInSeconds: number;
};

export type JobDefinition<N extends string, P extends object> = {
  name: N;
  lane: Lane;
  payload: z.ZodType<P>;
  queue: QueueSettings;
};

/** States a job once; its handler stands in `worker/handlers`, its place in `all.ts`. */
export const defineJob = <N extends string, P extends object>(
  definition: JobDefinition<N, P>,
): JobDefinition<N, P> => definition;

/** One queued or running per key; the queue's own retries are for dead processes, a stage's longer waits are rows. */
export const EXCLUSIVE: QueueSettings = {
  policy: "exclusive",
  retryLimit: 3,
  retryDelay: 1,
  retryBackoff: true,
  expireInSeconds: 14_400,
};

/** Waits after transient failures of a stage or an e-mail, in seconds (product §6); after the last one it has failed. */
export const RETRY_AFTER_SECONDS = [30, 300, 1_800] as const;
