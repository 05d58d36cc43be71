import { paths } from "#app/paths.ts";
import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { mayEver, visibleSql } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { findHomePreferences } from "#app/core/domain/account/home-preferences.server.ts";
import type { HomeSteps, StepName } from "./home-views.ts";

type Found = Record<StepName, boolean> & { newest: string | null };

/**
 * The first things to do with a workspace, by what the actor may (product §30.3), ticked by what they have done; only
 * steps whose screen is there. Null: all are done.
 */
export async function getHomeSteps(actor: Member): Promise<HomeSteps | null> {
  const { workspaceId, memberId } = actor;
  const by = Prisma.sql`workspace_id = ${workspaceId}::uuid`;
  const [[done], { hidesSteps }] = await Promise.all([
    rows<Found>(Prisma.sql`SELECT
      EXISTS (SELECT 1 FROM call_view WHERE ${by} AND member_id = ${memberId}::uuid AND seconds > 0) AS listen,
      EXISTS (SELECT 1 FROM comment WHERE ${by} AND author_id = ${memberId}::uuid AND t0_ms IS NOT NULL AND NOT is_flag AND deleted_at IS NULL) AS comment,
      EXISTS (SELECT 1 FROM call_label WHERE ${by} AND member_id = ${memberId}::uuid AND is_by_hand) AS label,
      EXISTS (SELECT 1 FROM comment x JOIN call c ON c.workspace_id = x.workspace_id AND c.id = x.call_id
        WHERE x.workspace_id = ${workspaceId}::uuid AND x.author_id = ${memberId}::uuid AND x.visibility <> 'private'
          AND x.deleted_at IS NULL AND c.owner_id <> x.author_id) AS feedback,
      EXISTS (SELECT 1 FROM review_assignment WHERE ${by} AND by_id = ${memberId}::uuid) AS reviewer,
      EXISTS (SELECT 1 FROM audit_entry WHERE ${by} AND event IN ('member.invited','member.imported','link.made')
        AND actor_kind = 'member' AND actor = ${memberId}) AS invite,
      EXISTS (SELECT 1 FROM call WHERE ${by} AND owner_id = ${memberId}::uuid AND NOT is_sample) AS call,
      EXISTS (SELECT 1 FROM audit_entry WHERE ${by} AND event = 'workspace.changed' AND actor = ${memberId}) AS visibility,
      (SELECT c.id FROM call c WHERE ${visibleSql(actor, "call.read")} AND c.state = 'available' AND NOT c.is_sample
        ORDER BY c.started_at DESC LIMIT 1) AS newest`),
    findHomePreferences(actor),
  ]);
  if (!done) return null;
  const steps = namesFor(actor).map((name) => ({
    name,
    to: waysTo(name, done.newest),
    isDone: done[name],
  }));
  return steps.every(({ isDone }) => isDone) ? null : { steps, isHidden: hidesSteps };
}

/** Who sets up the workspace says who sees its calls and invites; who sees others' calls gives feedback. */
function namesFor(actor: Member): StepName[] {
  if (mayEver(actor, "parts.read")) return ["visibility", "invite", "call", "label", "feedback"];
  return mayEver(actor, "live.listen")
    ? ["call", "feedback", "reviewer", "label"]
    : ["call", "listen", "comment", "label"];
}

const waysTo = (name: StepName, newest: string | null) =>
  name === "call"
    ? [
        { does: "upload" as const, path: paths.recordings({ upload: "1" }) },
        { does: "start" as const, path: paths.console() },
      ]
    : [{ does: name, path: placeOf(name, newest) }];

function placeOf(name: Exclude<StepName, "call">, newest: string | null): string {
  if (name === "invite") return paths.settingMember();
  if (name === "visibility") return paths.settingGeneral({ tab: "workspace" });
  if (newest === null) return paths.recordings();
  switch (name) {
    case "listen":
    case "label":
      return paths.playback(newest, name === "listen" ? { tab: "moments" } : {});
    case "comment":
    case "feedback":
      return paths.playback(newest, { tab: "comments" });
    case "reviewer":
      return paths.playback(newest, { tab: "info" });
  }
}
