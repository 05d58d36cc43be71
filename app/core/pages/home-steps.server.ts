import { paths } from "#app/paths.ts";
import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { mayEver, visibleSql } from "#app/core/domain/access/access.ts";
import { type Member, withoutPrivate } from "#app/core/domain/access/actor.ts";
import { findHomePreferences } from "#app/core/domain/account/home-preferences.server.ts";
import type { HomeSteps, StepName } from "./home-views.ts";

type Found = Record<StepName, boolean> & {
  isFounder: boolean;
  /** The newest call that the actor may open, and the newest of a colleague's. */
  newest: string | null;
  colleagues: string | null;
  /** The newest of each that can be played: without sound nothing is ticked. */
  newestSound: string | null;
  colleaguesSound: string | null;
};

const HAS_SOUND = Prisma.sql`EXISTS (SELECT 1 FROM recording r
  JOIN file f ON f.workspace_id = r.workspace_id AND f.recording_id = r.id AND f.kind IN ('mix', 'track')
  WHERE r.workspace_id = c.workspace_id AND r.call_id = c.id AND r.is_primary
    AND r.state IN ('ready', 'ready_partial') AND r.media_removed_at IS NULL)`;

/** What was opened for an hour, or shared by a colleague in private, is nothing to begin with. */
function newestOf(actor: Member, who: "all" | "colleagues", more = Prisma.sql`true`): Prisma.Sql {
  const isTheirs = Prisma.sql`c.owner_id <> ${actor.memberId}::uuid`;
  const isFit =
    who === "all"
      ? Prisma.sql`(c.visibility <> 'private' OR NOT ${isTheirs})`
      : Prisma.sql`c.visibility <> 'private' AND ${isTheirs}`;
  return Prisma.sql`(SELECT c.id FROM call c WHERE ${visibleSql(withoutPrivate(actor), "call.read")}
    AND c.state = 'available' AND NOT c.is_sample AND ${isFit} AND ${more} ORDER BY c.started_at DESC LIMIT 1)`;
}

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
      ${newestOf(actor, "all")} AS newest,
      ${newestOf(actor, "colleagues")} AS colleagues,
      ${newestOf(actor, "all", HAS_SOUND)} AS "newestSound",
      ${newestOf(actor, "colleagues", HAS_SOUND)} AS "colleaguesSound",
      EXISTS (SELECT 1 FROM audit_entry WHERE ${by} AND event = 'workspace.created' AND actor = ${memberId}) AS "isFounder"`),
    findHomePreferences(actor),
  ]);
  if (!done) return null;
  const steps = namesFor(actor, done).map((name) => ({
    name,
    to: waysTo(name, done),
    isDone: done[name],
  }));
  return steps.every(({ isDone }) => isDone) ? null : { steps, isHidden: hidesSteps };
}

/** Who was invited comes to calls that are there already, and begins by hearing one; who founded the house has none yet. */
function namesFor(actor: Member, { isFounder, colleaguesSound }: Found): StepName[] {
  const names = namesByRole(actor);
  if (isFounder || colleaguesSound === null) return names;
  return ["listen", ...names.filter((name) => name !== "listen")];
}

/** Who sets up the workspace says who sees its calls and invites; who sees others' calls gives feedback. */
function namesByRole(actor: Member): StepName[] {
  if (mayEver(actor, "parts.read")) return ["visibility", "invite", "call", "label", "feedback"];
  return mayEver(actor, "live.listen")
    ? ["call", "feedback", "reviewer", "label"]
    : ["call", "listen", "comment", "label"];
}

const waysTo = (name: StepName, found: Found) =>
  name === "call"
    ? [
        { does: "upload" as const, path: paths.recordings({ upload: "1" }) },
        { does: "start" as const, path: paths.console() },
      ]
    : [{ does: deedOf(name, found), path: placeOf(name, found) }];

const deedOf = (name: Exclude<StepName, "call">, { colleaguesSound }: Found) =>
  name === "listen" && colleaguesSound === null ? ("listenAny" as const) : name;

function placeOf(name: Exclude<StepName, "call">, found: Found): string {
  const { newest, colleagues } = found;
  const withSound = found.colleaguesSound ?? found.newestSound;
  if (name === "invite") return paths.settingMember();
  if (name === "visibility") return paths.settingGeneral({ tab: "workspace" });
  if (name === "listen")
    return withSound === null ? paths.recordings() : paths.playback(withSound, { tab: "moments" });
  if (newest === null) return paths.recordings();
  switch (name) {
    case "label":
      return paths.playback(newest);
    case "comment":
      return paths.playback(newest, { tab: "comments" });
    case "feedback":
      return paths.playback(colleagues ?? newest, { tab: "comments" });
    case "reviewer":
      return paths.playback(newest, { tab: "info" });
  }
}
