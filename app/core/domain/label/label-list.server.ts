import { now } from "#app/core/platform/clock.ts";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { can, demand, visible, visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { labelFits } from "../label-fits.server.ts";
import { listedCalls } from "../listed-calls.server.ts";
import type { LabelColour } from "./label.schema.ts";
import type { GroupLine, LabelLine, MergeLine } from "./label-views.ts";

/** product §12.3: a merge can be undone for 30 days. */
export const UNDO_MS = 30 * 24 * 3_600_000;

type Found = { label_id: string; calls: number };

/**
 * The labels the actor may know of, by name, with how many calls have each: calls that the actor may not see are not counted.
 * @throws DomainError `forbidden`
 */
export async function listLabels(actor: Member): Promise<LabelLine[]> {
  demand(actor, "label.list");
  const [labels, counted] = await Promise.all([
    db.label.findMany({
      where: { mergedInto: null, AND: visible(actor, "label.read") },
      include: { team: { select: { id: true, name: true } } },
      orderBy: [{ folded: "asc" }, { id: "asc" }],
    }),
    rows<Found>(Prisma.sql`
      SELECT x.label_id, count(*)::int AS calls FROM call_label x
      JOIN label l ON l.workspace_id = x.workspace_id AND l.id = x.label_id
      JOIN call c ON c.workspace_id = x.workspace_id AND c.id = x.call_id
      WHERE x.workspace_id = ${actor.workspaceId}::uuid AND x.is_on AND ${labelFits}
        AND ${visibleSql(actor, "label.read")} AND ${visibleSql(actor, "call.read")} AND ${listedCalls}
      GROUP BY x.label_id`),
  ]);
  const calls = new Map(counted.map(({ label_id: id, calls: n }) => [id, n]));
  return labels.map((label) => ({
    id: label.id,
    name: label.name,
    colour: colourOf(label.colour),
    groupId: label.groupId,
    team: label.team,
    rule: label.rule,
    talkKind: label.talkKind,
    isArchived: label.archivedAt !== null,
    version: label.version,
    calls: calls.get(label.id) ?? 0,
    canChange: can(actor, "label.change", label),
  }));
}

/** The table has a check on the names of colours. */
export const colourOf = (stored: string): LabelColour => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked where it is stored
  return stored as LabelColour;
};

export const listGroups = ({ workspaceId }: Member): Promise<GroupLine[]> =>
  db.labelGroup.findMany({
    where: { workspaceId },
    select: { id: true, name: true, version: true },
    orderBy: [{ folded: "asc" }, { id: "asc" }],
  });

/** Merges that the actor can still undo, the newest first. */
export async function listMerges(actor: Member): Promise<MergeLine[]> {
  const found = await db.label.findMany({
    where: {
      mergedAt: { gt: new Date(now().getTime() - UNDO_MS) },
      AND: visible(actor, "label.change"),
    },
    select: {
      id: true,
      name: true,
      colour: true,
      mergedAt: true,
      target: { select: { name: true } },
    },
    orderBy: { mergedAt: "desc" },
    take: 20,
  });
  return found.flatMap(({ id, name, colour, mergedAt, target }) =>
    mergedAt && target
      ? [
          {
            id,
            name,
            colour: colourOf(colour),
            into: target.name,
            mergedAt: mergedAt.toISOString(),
          },
        ]
      : [],
  );
}
