import * as z from "zod";
import { notifyWorkspaceAdmins } from "#app/core/domain/notification/notify-members.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { errorFacts } from "#app/core/platform/error-facts.ts";
import { log } from "#app/core/platform/log.server.ts";

const ofWorkspace = z.object({ workspaceId: z.uuid() });

/**
 * Tells the admins of a workspace of work that was given up, once a day for each kind of job; jobs of the whole
 * installation are in the log alone. What goes wrong here does not hide what went wrong there.
 */
export async function notifyOfFailedJob(job: string, payload: unknown): Promise<void> {
  const { data } = ofWorkspace.safeParse(payload);
  if (!data) return;
  const values = { job, day: now().toISOString().slice(0, 10) };
  try {
    await db.$transaction((tx) =>
      notifyWorkspaceAdmins(tx, data.workspaceId, { kind: "job_failed", values }),
    );
  } catch (error) {
    log.error({ job, err: errorFacts(error) }, "no notice of a failed job");
  }
}
