import { db } from "#app/core/platform/db.server.ts";
import { visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { LABEL_COLOURS, type LabelColour } from "../label/label.schema.ts";
import type { LabelRef } from "../label/label-views.ts";

/** What can be put on a clip that the actor sees: labels of the workspace and of the clip's team, by name. */
export async function listClipLabels(actor: Member, clipId: string): Promise<LabelRef[]> {
  const { workspaceId } = actor;
  const clip = await db.clip.findFirst({
    where: { id: clipId, AND: visible(actor, "clip.read") },
    select: { teamId: true },
  });
  return clip ? labelsOf(workspaceId, [null, clip.teamId]) : [];
}

/** What can be put on any clip: labels of the workspace, by name. */
export const listClipLabelsToGive = ({ workspaceId }: Member): Promise<LabelRef[]> =>
  labelsOf(workspaceId, [null]);

async function labelsOf(
  workspaceId: string,
  teamIds: readonly (string | null)[],
): Promise<LabelRef[]> {
  const found = await db.label.findMany({
    where: {
      ...{ workspaceId, mergedInto: null, archivedAt: null },
      OR: teamIds.map((teamId) => ({ teamId })),
    },
    orderBy: [{ folded: "asc" }, { id: "asc" }],
    select: { id: true, name: true, colour: true },
  });
  return found.map(({ colour, ...label }) => ({ ...label, colour: colourOf(colour) }));
}

/** A colour of a later version is drawn as the first one. */
const colourOf = (colour: string): LabelColour =>
  LABEL_COLOURS.find((known) => known === colour) ?? LABEL_COLOURS[0];
