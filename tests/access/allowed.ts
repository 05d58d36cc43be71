import { type Member, type Role, ROLES } from "#app/core/domain/access/actor.ts";
import { NOUNS } from "#app/core/domain/access/policy/policy.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aMember, aParticipant, aTeam, aWorkspace } from "#tests/support/factories.ts";
import type { App } from "./app.ts";
import { aFullHouse, BEGINNINGS } from "./full-house.ts";
import type { Scene } from "./noun.ts";
import { fill, fingerprint, clearAttempts, send } from "./replay.ts";
import type { Asked } from "./requests.ts";
import { type Facts, verdictOf } from "./verdict.ts";
import { asFound } from "./world.ts";

/**
 * How somebody comes to a right on a call: by their role alone, as its owner, or as one of its people with an edit
 * grant. Where no call is meant, what is named is their own.
 */
export type CallRole = "role" | "owner" | "let in";

/** By which standings a role may do it; of several ways to the same, managers and admins take their role's. */
function standingsOf(asked: Asked, role: Role): CallRole[] {
  const may = (callRole: CallRole) => verdictOf(asked, ...stand(callRole, role)) === "may";
  if (!(asked.right in NOUNS.call) && !(asked.right in NOUNS.comment))
    return may("owner") ? ["owner"] : [];
  if (role === "rep") return (["owner", "let in"] as const).filter(may);
  return (["role", "owner"] as const).filter(may).slice(0, 1);
}

/** A deed by one who may do it. */
export type Allowed = { asked: Asked; role: Role; callRole: CallRole; name: string };

/** Each of the deeds, by every role and standing that may do it: first by the least of them, then by the others. */
export function allowedIn(deeds: readonly Asked[]): { least: Allowed[]; others: Allowed[] } {
  const byDeed = deeds.map((asked) =>
    ROLES.toReversed().flatMap((role) =>
      standingsOf(asked, role).map((callRole) => ({ asked, role, callRole, name: asked.name })),
    ),
  );
  return {
    least: byDeed.flatMap((all) => all.slice(0, 1)),
    others: byDeed.flatMap((all) => all.slice(1)),
  };
}

/** Somebody and a house that are rows of nowhere, for the policy to look at. */
function stand(callRole: CallRole, role: Role): [Member, Facts] {
  const [workspaceId, teamId] = ["w", "t"];
  const actor: Member = {
    kind: "member",
    workspaceId,
    memberId: "me",
    sessionId: "",
    role,
    name: "",
    email: "",
    teamIds: [],
    scopeTeamIds: role === "rep" ? [] : [teamId],
    language: null,
    timeZone: null,
    isDemo: false,
    impersonator: null,
    privateUntil: null,
    origin: { ip: null, agent: null, requestId: null },
  };
  const owner = callRole === "owner" ? actor : { ...actor, memberId: "them" };
  const isIn = callRole === "let in";
  const call: Facts["call"] = {
    workspaceId,
    kind: "upload",
    state: "available",
    visibility: "team",
    ownerId: owner.memberId,
    teamId,
    participants: [{ memberId: owner.memberId }, ...(isIn ? [{ memberId: "me" }] : [])],
    callGrants: isIn ? [{ memberId: "me", teamId: null, level: "edit" }] : [],
  };
  const invited = {
    ...{ workspaceId, id: "i", scrubbedAt: null },
    ...{ primaryTeamId: teamId, teamMembers: [{ teamId }] },
  };
  const deal = {
    ...{ workspaceId, ownerId: owner.memberId, teamId, deletedAt: null },
    workspace: { dealVisibility: "team" as const },
  };
  return [
    actor,
    {
      ...{ house: { teamId }, owner, call, live: call, deal, invited },
      trashed: { ...call, state: "trashed" },
      clip: {
        ...{ workspaceId, ownerId: owner.memberId, teamId },
        ...{ visibility: "team" as const, deletedAt: null, removedAt: null, call, items: [] },
      },
      goneClip: {
        ...{ workspaceId, ownerId: owner.memberId, teamId },
        ...{ visibility: "team" as const, deletedAt: new Date(), removedAt: null, call, items: [] },
      },
      comment: { workspaceId, authorId: owner.memberId, visibility: "internal", call },
    },
  ];
}

/** A workspace in which somebody of that role may do it, and everything it names is there. */
export async function aScene(asked: Asked, role: Role, callRole: CallRole): Promise<Scene> {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  const actor = await aMember(workspace, { role, scope: "workspace" });
  const owner = callRole === "owner" ? actor : await aMember(workspace, { teams: [team] });
  const sent = JSON.stringify(asked.recorded);
  const names = (kind: string) => sent.includes(`{${kind}}`);
  const house = await aFullHouse(owner, { actor, visibility: "team", team, names });
  const { memberId, name } = actor;
  if (callRole === "let in")
    for (const id of [house.callId, house.liveId].filter((one) => one !== "")) {
      const call = { id, workspaceId: workspace.id };
      await aParticipant(call, { side: "R", memberId, name, lane: 7 });
      await db.callGrant.create({
        data: {
          ...{ id: newId(), workspaceId: workspace.id, callId: id, memberId },
          ...{ level: "edit", source: "direct" },
        },
      });
    }
  return { actor: await asFound(actor), owner: await asFound(owner), house };
}

/** Does it. @returns why it was not done, in words; null: it was, and rows are others as far as they should be */
export async function faultOf(app: App, asked: Asked, scene: Scene): Promise<string | null> {
  const { actor, house } = scene;
  const known = await BEGINNINGS[asked.name]?.(scene);
  const recorded = fill(asked.recorded, (kind) => house[kind]);
  const before = await fingerprint(actor.workspaceId);
  await clearAttempts();
  const { status, text, location } = await send(app, actor.token, {
    ...recorded,
    ...(known && { form: { ...recorded.form, ...known } }),
  });
  if (status >= 400) return `is refused with ${status} ${text}`;
  const isOut = location !== null && /^\/signin(?:\?|$)/.test(location);
  if (isOut !== (asked.signsOut === true)) return `leads to ${String(location)}`;
  const after = await fingerprint(actor.workspaceId);
  const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
  if (asked.changesNothing === undefined) return changed.length > 0 ? null : "changes nothing";
  return changed.length === 0 ? null : `changes ${changed.join(", ")}`;
}
