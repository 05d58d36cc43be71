import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { can, demand, trackerAccess, visible, visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { listedCalls } from "../listed-calls.server.ts";
import type { TrackerCategory } from "./tracker.schema.ts";
import type { LastChange, TrackerLine } from "./tracker-views.ts";

/** Of a hit `h`: which tracker it is of. */
export const trackerOfHit = Prisma.sql`substring(h.rule FROM 9)::uuid`;
/** Of a transcript `t`: hits `h` of trackers in the version that people read. */
export const trackerHits = Prisma.sql`hit h
  JOIN transcript t ON t.workspace_id = h.workspace_id AND t.id = h.transcript_id AND t.is_current`;

type Counted = { id: string; calls: number };

/**
 * The trackers the actor may know of, by name, each with the calls in which it fired: calls that the actor may not see
 * are not counted.
 * @param since only calls that began then or later
 * @throws DomainError `forbidden`
 */
export async function listTrackers(actor: Member, since: Date): Promise<TrackerLine[]> {
  demand(actor, "dictionary.list");
  const [found, counted] = await Promise.all([
    db.tracker.findMany({
      where: visible(actor, "tracker.read"),
      select: {
        ...trackerAccess,
        ...{ id: true, name: true, number: true, version: true, archivedAt: true },
        team: { select: { id: true, name: true } },
        versions: {
          select: { number: true, category: true, side: true, language: true, phrases: true },
          orderBy: { number: "desc" },
          take: 1,
        },
      },
      orderBy: [{ folded: "asc" }, { id: "asc" }],
    }),
    rows<Counted>(Prisma.sql`
      SELECT ${trackerOfHit} AS id, count(DISTINCT h.call_id)::int AS calls FROM ${trackerHits}
      JOIN call c ON c.workspace_id = h.workspace_id AND c.id = h.call_id
      WHERE h.workspace_id = ${actor.workspaceId}::uuid AND h.kind = 'tracker' AND c.started_at >= ${since}
        AND ${visibleSql(actor, "call.read")} AND ${listedCalls}
      GROUP BY 1`),
  ]);
  const calls = new Map(counted.map(({ id, calls: n }) => [id, n]));
  return found.flatMap((tracker) => {
    const { id, name, team, number, version, archivedAt, versions } = tracker;
    const [content] = versions;
    return content === undefined
      ? []
      : [
          {
            ...{ id, name, team, number, version, phrases: content.phrases },
            ...{ category: content.category, side: content.side },
            language: content.language === "ja" ? "ja" : "en",
            isArchived: archivedAt !== null,
            calls: calls.get(id) ?? 0,
            canChange: can(actor, "tracker.change", tracker),
          } satisfies TrackerLine,
        ];
  });
}

/** Categories whose phrases are word lists that rules read: care, and how long we wait after an objection. */
const OF_WORDS: TrackerCategory[] = ["objection", "negative", "abuse"];

/** Trackers in use that rules read as word lists, in one language, of those the actor may know of. */
export async function listWordTrackers(
  actor: Member,
  language: string,
): Promise<{ id: string; name: string; category: TrackerCategory; phrases: string[] }[]> {
  demand(actor, "dictionary.list");
  const found = await db.tracker.findMany({
    where: { archivedAt: null, AND: visible(actor, "tracker.read") },
    select: {
      ...{ id: true, name: true },
      versions: {
        select: { category: true, language: true, phrases: true },
        orderBy: { number: "desc" },
        take: 1,
      },
    },
    orderBy: [{ folded: "asc" }, { id: "asc" }],
  });
  return found
    .flatMap(({ id, name, versions: [content] }) =>
      content?.language === language && OF_WORDS.includes(content.category)
        ? [{ id, name, category: content.category, phrases: content.phrases }]
        : [],
    )
    .toSorted((a, b) => OF_WORDS.indexOf(a.category) - OF_WORDS.indexOf(b.category));
}

/** Those in use that the actor may know of. */
export const countTrackers = (actor: Member): Promise<number> =>
  db.tracker.count({ where: { archivedAt: null, AND: visible(actor, "tracker.read") } });

/** Nobody has changed those that a workspace begins with. */
export async function findLastChange(actor: Member): Promise<LastChange | null> {
  const found = await db.trackerVersion.findFirst({
    where: { changedById: { not: null }, tracker: visible(actor, "tracker.read") },
    select: {
      createdAt: true,
      tracker: { select: { name: true } },
      changedBy: { select: { name: true } },
    },
    orderBy: { createdAt: "desc" },
  });
  return found?.changedBy
    ? {
        ...{ name: found.tracker.name, by: found.changedBy.name },
        at: found.createdAt.toISOString(),
      }
    : null;
}
