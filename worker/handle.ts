import type { JobWithMetadata } from "pg-boss";
import type * as z from "zod";
import { ALL_JOBS, type AnyJob } from "#app/core/jobs/all.ts";
import type { Lane } from "#app/core/jobs/define.ts";
import { boss } from "#app/core/platform/boss.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { errorFacts } from "#app/core/platform/error-facts.ts";
import { log } from "#app/core/platform/log.server.ts";
import type { WorkerContext } from "./context.ts";
import { notifyOfFailedJob } from "./failed-job.ts";

export type Handler<P> = (
  payload: P,
  context: { signal: AbortSignal; context: WorkerContext },
) => Promise<void>;
/** A missing handler does not compile. */
export type Handlers = { [J in AnyJob as J["name"]]: Handler<z.output<J["payload"]>> };

/** CPU-heavy stages one at a time per two cores; the rest are short (house §11). */
const WORKERS: Record<Lane, number> = {
  interactive: 2,
  media: 1,
  speech: 1,
  cut: 1,
  llm: 1,
  integrations: 2,
  maintenance: 1,
};

/** Takes the jobs of these lanes until `stopping` aborts. */
export async function takeJobs(
  handlers: Handlers,
  lanes: readonly string[],
  context: WorkerContext,
  stopping: AbortSignal,
): Promise<void> {
  for (const job of ALL_JOBS) {
    if (lanes.length > 0 && !lanes.includes(job.lane)) continue;
    for (let n = 0; n < WORKERS[job.lane]; n += 1) await takeOne(job, handlers, context, stopping);
  }
}

async function takeOne(
  job: AnyJob,
  handlers: Handlers,
  context: WorkerContext,
  stopping: AbortSignal,
): Promise<void> {
  const options = {
    batchSize: 1,
    pollingIntervalSeconds: 0.5,
    notifyPollingIntervalSeconds: 5,
    heartbeatRefreshSeconds: env().JOB_REFRESH_SECONDS,
    includeMetadata: true as const,
  };
  const worker: string = await boss.work(
    job.name,
    options,
    async ([delivery]: JobWithMetadata[]) => {
      if (!delivery) return;
      const startedAt = performance.now();
      try {
        const signal = AbortSignal.any([stopping, delivery.signal]);
        await run(job, handlers, delivery.data, { signal, context });
        log.debug(
          { job: job.name, id: delivery.id, ms: Math.round(performance.now() - startedAt) },
          "job done",
        );
      } catch (error) {
        const failed = { job: job.name, id: delivery.id, err: errorFacts(error) };
        if (stopping.aborted && isAbort(error)) log.info(failed, "job interrupted");
        else {
          log.error(failed, "job failed");
          if (delivery.retryCount >= delivery.retryLimit)
            await notifyOfFailedJob(job.name, delivery.data);
        }
        throw error;
      } finally {
        boss.notifyWorker(worker); // otherwise the next queued job waits for the next poll
      }
    },
  );
}

async function run(
  job: AnyJob,
  handlers: Handlers,
  data: object,
  context: Parameters<Handler<object>>[1],
): Promise<void> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table maps each name to the handler of its own payload, which is parsed here
  const handler = handlers[job.name] as Handler<object>;
  await handler(job.payload.parse(data), context);
}

/** Work that was told to stop, and not work that went wrong while it was. */
const isAbort = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";
