import { Prisma } from "#app/core/platform/db.server.ts";
import { DomainError } from "../errors.ts";
import type { Guest, Member } from "./actor.ts";
import {
  CALL_POLICY,
  type CallPermission,
  GUEST_POLICY,
  type GuestPermission,
  LOG_POLICY,
  type LogPermission,
  MEMBER_POLICY,
  type MemberPermission,
  type Permission,
  WORKSPACE_POLICY,
  type WorkspacePermission,
} from "./policy/policy.ts";
import type { LoggedRow } from "./policy/audit.ts";
import type { Colleague } from "./policy/member.ts";
import { never, type Owned } from "./policy/rule.ts";

/** What `can` needs of a call; spread it into a `select`. */
export const callAccess = {
  workspaceId: true,
  visibility: true,
  ownerId: true,
  teamId: true,
  participants: { select: { memberId: true } },
  callGrants: { select: { memberId: true, teamId: true, level: true } },
} as const satisfies Prisma.CallSelect;

/** The tests of the workspace, and of who views as somebody else, sit outside the rules, so no rule can forget them. */
export const can = (actor: Member, permission: CallPermission, row: Owned): boolean =>
  row.workspaceId === actor.workspaceId &&
  (actor.viewer === null || row.visibility !== "private") &&
  CALL_POLICY[permission][actor.role].one(actor, row);

/** Prisma filter of the calls an actor has a right on. Calls in the trash or purged are another list's. */
export const visible = (actor: Member, permission: CallPermission): Prisma.CallWhereInput => ({
  workspaceId: actor.workspaceId,
  state: { notIn: ["trashed", "purged"] },
  ...(actor.viewer !== null && { NOT: { visibility: "private" } }),
  ...CALL_POLICY[permission][actor.role].many(actor),
});

/** The same for hot lists; the query calls its `call` table `c` and repeats the state where an index wants it. */
export const visibleSql = (actor: Member, permission: CallPermission): Prisma.Sql =>
  Prisma.sql`c.workspace_id = ${actor.workspaceId}::uuid AND ${sharedSql(actor)} AND ${CALL_POLICY[permission][actor.role].sql(actor)}`;

/** Nothing private for who views as somebody else; no condition for everybody else. */
export const sharedSql = ({ viewer }: Member): Prisma.Sql =>
  viewer === null ? Prisma.sql`true` : Prisma.sql`c.visibility <> 'private'`;

/** What the actor may not know of was not loaded (404); what they can see may be refused (403). */
export function authorise<R extends Owned>(
  actor: Member,
  permission: CallPermission,
  row: R | null,
): R {
  if (!row) throw new DomainError("not_found");
  if (!can(actor, permission, row)) throw new DomainError("forbidden");
  return row;
}

export const mayDo = (actor: Member, permission: WorkspacePermission): boolean =>
  WORKSPACE_POLICY[permission][actor.role];

/**
 * Whether a role has a permission at all: for some row at least, not for any given one. What a screen offers, and what
 * is refused before a row is loaded; whether this very row is the actor's, `can` and `authorise` say.
 */
export function mayEver(actor: Member, permission: Permission): boolean {
  if (isOfCall(permission)) return CALL_POLICY[permission][actor.role].one !== never;
  return WORKSPACE_POLICY[permission][actor.role];
}

const isOfCall = (permission: Permission): permission is CallPermission =>
  Object.hasOwn(CALL_POLICY, permission);

/** @throws DomainError `forbidden`, with the roles that may */
export function demand(actor: Member, permission: WorkspacePermission): void {
  if (mayDo(actor, permission)) return;
  const roles = Object.entries(WORKSPACE_POLICY[permission]).flatMap(([role, may]) =>
    may ? role : [],
  );
  throw new DomainError("forbidden", {}, null, roles);
}

export const canSeeMember = (
  actor: Member,
  permission: MemberPermission,
  row: Colleague,
): boolean =>
  row.workspaceId === actor.workspaceId && MEMBER_POLICY[permission][actor.role].one(actor, row);

/** Colleagues an actor has a right on; scrubbed ones are nobody's. */
export const visibleMembers = (
  actor: Member,
  permission: MemberPermission,
): Prisma.MemberWhereInput => ({
  workspaceId: actor.workspaceId,
  scrubbedAt: null,
  AND: [MEMBER_POLICY[permission][actor.role].many(actor)],
});

export const canSeeEntry = (actor: Member, permission: LogPermission, row: LoggedRow): boolean =>
  row.workspaceId === actor.workspaceId &&
  permission === `${row.log}log.read` &&
  LOG_POLICY[permission][actor.role].one(actor, row);

/** Log entries an actor may read; the query calls its table `e`. */
export const visibleEntriesSql = (actor: Member, permission: LogPermission): Prisma.Sql =>
  Prisma.sql`e.workspace_id = ${actor.workspaceId}::uuid AND e.log = ${permission === "systemlog.read" ? "system" : "user"}::audit_log
    AND ${LOG_POLICY[permission][actor.role].sql(actor)}`;

/** Whether a guest may do this as they stand with their call now. */
export const guestMay = (actor: Guest, permission: GuestPermission): boolean =>
  GUEST_POLICY[permission].some((state) => state === actor.state);

/**
 * @throws DomainError `forbidden` for who was refused or removed: they know of the call and are barred;
 * `invalid_state` for who waits or has left, who may come in later
 */
export function demandOfGuest(actor: Guest, permission: GuestPermission): void {
  if (guestMay(actor, permission)) return;
  const isBarred = actor.state === "refused" || actor.state === "removed";
  throw new DomainError(isBarred ? "forbidden" : "invalid_state");
}
