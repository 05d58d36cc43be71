export const ROLES = ["admin", "manager", "rep"] as const;
export type Role = (typeof ROLES)[number];

/** Where a request came from; goes into audit entries. */
export type Origin = { ip: string | null; agent: string | null; requestId: string | null };

/** A signed-in person (product §3.1). Team ids are those the member sits in; scope ids those a manager may see. */
export type Member = {
  kind: "member";
  workspaceId: string;
  memberId: string;
  sessionId: string;
  role: Role;
  name: string;
  email: string;
  teamIds: readonly string[];
  scopeTeamIds: readonly string[];
  language: string | null;
  timeZone: string | null;
  isDemo: boolean;
  /** Who looks with this member's eyes (product §12.2): they change nothing and see nothing private. */
  impersonator: Impersonator | null;
  /** ISO: until then an admin who gave a reason sees private calls too (product §3.2.4). */
  privateUntil: string | null;
  origin: Origin;
};

/** Private access is for looking, for an hour; what is made of a call, or leaves the house, stays longer. */
export const withoutPrivate = (actor: Member): Member => ({ ...actor, privateUntil: null });

/** An admin who views as somebody else. */
export type Impersonator = { memberId: string; name: string };

/**
 * Somebody who came through a call invitation (product §3.1): one call, known by a cookie. Everything they may
 * do depends on how they stand with that call now, so an actor of this kind serves one request.
 */
export type Guest = {
  kind: "guest";
  workspaceId: string;
  callId: string;
  guestId: string;
  /** Null until the host lets them in. */
  participantId: string | null;
  state: "waiting" | "admitted" | "refused" | "left" | "removed";
  origin: Origin;
};

/**
 * Somebody outside who opened a shared link: one browser at one link, known by a cookie and what was shown of the
 * link's conditions. Never a member with fewer rights: functions of members do not take them.
 */
export type Visitor = {
  kind: "visitor";
  workspaceId: string;
  linkId: string;
  visitId: string;
  origin: Origin;
};

/** The worker under its job's name; may call only functions that take it. */
export type System = { kind: "system"; workspaceId: string; job: string };

export const asSystem = (workspaceId: string, job: string): System => ({
  kind: "system",
  workspaceId,
  job,
});

type Person = { workspaceId: string; memberId: string };

/** Somebody at the door, for the log only: known by a code or a name, with no session and no rights. */
export const unauthenticatedActor = (
  { workspaceId, memberId }: Person,
  origin: Origin,
): Member => ({
  kind: "member",
  workspaceId,
  memberId,
  sessionId: "",
  role: "rep",
  name: "",
  email: "",
  teamIds: [],
  scopeTeamIds: [],
  language: null,
  timeZone: null,
  isDemo: false,
  impersonator: null,
  privateUntil: null,
  origin,
});
