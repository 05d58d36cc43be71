import { db } from "#app/core/platform/db.server.ts";
import { demand, visible } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { LIMITS } from "#app/core/domain/limits.ts";
import { listEntries } from "#app/core/domain/audit/log-list.server.ts";
import { getLogDays } from "#app/core/domain/audit/retention.server.ts";
import { listSinks } from "#app/core/domain/audit/ship.server.ts";
import { isId } from "#app/core/domain/audit/fact-kinds.ts";
import type { ShownEntry } from "#app/core/domain/audit/log-views.ts";
import { eventsOf, type LogName, type ParsedLogQuery } from "#app/core/domain/audit/log-query.ts";

/** A log's page with what its filters offer. @throws DomainError `forbidden` */
export async function getLogPage(
  actor: Member,
  log: LogName,
  { query, ignored }: ParsedLogQuery,
  zone: string,
) {
  demand(actor, log === "system" ? "systemlog.list" : "userlog.list");
  const [page, people] = await Promise.all([
    listEntries(actor, log, query, { zone }),
    db.member.findMany({
      where: visible(actor, "member.read"),
      orderBy: { name: "asc" },
      take: LIMITS.members,
      select: { id: true, name: true },
    }),
  ]);
  const about = aboutOf(query.target, page.entries);
  return { ...page, query, ignored, people, events: eventsOf(log), about };
}

/**
 * What the filter's target is called where it names one thing, and no words of a title: an id is nothing to read or to
 * type. Entries of that thing say what it is.
 */
function aboutOf(
  target: string | null,
  entries: readonly ShownEntry[],
): { kind: string | null; name: string | null } | null {
  if (target === null) return null;
  const entry = entries.find((one) => one.target === target);
  if (entry) return { kind: entry.targetKind, name: entry.targetName };
  return isId(target) ? { kind: null, name: null } : null;
}

/** The system log with how long entries are kept and where they are sent to. @throws DomainError `forbidden` */
export async function getSystemLogPage(actor: Member, asked: ParsedLogQuery, zone: string) {
  const page = await getLogPage(actor, "system", asked, zone);
  const kept = { days: await getLogDays(actor), sinks: await listSinks(actor) };
  return { ...page, kept };
}
