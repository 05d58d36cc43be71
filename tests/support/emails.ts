import { resolveDeferredRequest } from "#app/core/domain/account/resolve-deferred-request.server.ts";
import { isDeferredRequest } from "#app/core/domain/notification/email-templates.ts";
import {
  findWaiting,
  markSent,
  type Waiting,
} from "#app/core/domain/notification/outbox.server.ts";
import { sendVisitCode } from "#app/core/domain/share/conditions.server.ts";
import { db } from "#app/core/platform/db.server.ts";

/**
 * Does what the worker would do with the outbox until nothing waits. Needs a started queue.
 * @returns the letters for `to`, or all, oldest first
 */
export async function deliver(to?: string): Promise<Waiting[]> {
  const sent: Waiting[] = [];
  for (;;) {
    const [next] = await db.mailOutbox.findMany({
      where: { state: "queued" },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      take: 1,
    });
    const waiting = next && (await findWaiting(next.id));
    if (!waiting) return sent.filter((email) => to === undefined || email.to === to);
    if (waiting.template === "asked.share_code") await sendVisitCode(waiting);
    else if (isDeferredRequest(waiting.template)) await resolveDeferredRequest(waiting);
    else {
      await db.$transaction((tx) => markSent(tx, waiting.id));
      sent.push(waiting);
    }
  }
}

/** Where a letter's button leads. */
export function linkIn(email: Waiting | undefined): URL {
  const { facts } = email ?? {};
  if (typeof facts !== "object" || facts === null || !("url" in facts))
    throw new Error("There is no letter with a link.");
  return new URL(String(facts.url));
}
