import { env } from "#app/core/platform/env.server.ts";
import { DomainError } from "#app/core/domain/errors.ts";
import { listEmails, type Waiting } from "#app/core/domain/notification/outbox.server.ts";

/**
 * Letters of a start on one machine without a mail server. They carry links that sign people in, so the page is there
 * only while nobody else reaches it, and only under its own name: a name that a foreign site points here is another.
 * @param host as the browser asked for it
 * @throws DomainError `not_found`
 */
export async function readMailPage(host: string): Promise<Waiting[]> {
  if (!env().hasMailPage || host !== new URL(env().appUrl).host) throw new DomainError("not_found");
  return listEmails();
}
