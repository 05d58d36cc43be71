import { db } from "#app/core/platform/db.server.ts";
import { demand, visibleMembers } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { LIMITS } from "../limits.ts";
import { listEntries } from "./log-list.server.ts";
import { eventsOf, type LogName, type LogQuery } from "./log-query.ts";

/** A log's page with what its filters offer. @throws DomainError `forbidden` */
export async function getLogPage(actor: Member, log: LogName, query: LogQuery, zone: string) {
  demand(actor, log === "system" ? "systemlog.list" : "userlog.list");
  const [page, people] = await Promise.all([
    listEntries(actor, log, query, { zone }),
    db.member.findMany({
      where: visibleMembers(actor, "member.read"),
      orderBy: { name: "asc" },
      take: LIMITS.members,
      select: { id: true, name: true },
    }),
  ]);
  return { ...page, people, events: eventsOf(log) };
}
