import { db } from "#app/core/platform/db.server.ts";
import { can } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { listChoicesOf } from "../analysis/summary-choices.server.ts";
import { listChoicesForMany } from "../label/call-label.server.ts";
import { listCurated } from "../library/many.server.ts";
import { LIMITS } from "../limits.ts";
import type { BulkChoices } from "./bulk-views.ts";

/** What can be chosen for many calls: labels the actor knows of, colleagues, templates, and libraries. */
export async function listBulkChoices(actor: Member): Promise<BulkChoices> {
  const { workspaceId } = actor;
  const [labels, people, { templates }, libraries] = await Promise.all([
    listChoicesForMany(actor),
    db.member.findMany({
      where: { workspaceId, state: "active", scrubbedAt: null },
      orderBy: [{ name: "asc" }, { id: "asc" }],
      take: LIMITS.members,
      select: { id: true, name: true },
    }),
    listChoicesOf(db, workspaceId),
    listCurated(actor),
  ]);
  const canMake =
    can(actor, "label.manage") &&
    [null, ...actor.scopeTeamIds].some((teamId) =>
      can(actor, "label.change", { workspaceId, teamId }),
    );
  return { labels, canMake, people, templates, libraries };
}
