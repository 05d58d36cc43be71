import { Prisma } from "#app/core/platform/db.server.ts";
import { DomainError } from "../errors.ts";
import { type Guest, type Member, type Role, ROLES } from "./actor.ts";
import {
  type FilterPermission,
  GUEST_POLICY,
  type GuestPermission,
  type Permission,
  POLICY,
  type RowOf,
  type RowPermission,
  type SqlPermission,
  type Subject,
  type WhereOf,
  type WorkspacePermission,
} from "./policy/policy.ts";
import { never, type Right } from "./policy/rule.ts";

export { callAccess, type CallRow, type CallWay, waysToCall } from "./policy/call.ts";
export { clipAccess, type ClipRow } from "./policy/clip.ts";
export { commentAccess } from "./policy/comment.ts";
export { contactAccess } from "./policy/contact.ts";
export { dealAccess, type DealRow } from "./policy/deal.ts";
export { labelAccess } from "./policy/label.ts";
export { libraryAccess, type LibraryRow } from "./policy/library.ts";
export { memberAccess } from "./policy/member.ts";
export { viewAccess, type ViewRow } from "./policy/view.ts";
export { termAccess, trackerAccess } from "./policy/words.ts";

// The policy by the form that is asked: TypeScript follows a permission to its row and filter through these.
type Ask<Row extends unknown[]> = { one: (actor: Member, ...row: Row) => boolean };
const judge: { [P in Permission]: Right<Ask<Subject[P]>> } = POLICY;
const judgeRow: { [P in RowPermission]: Right<Ask<[RowOf[P]]>> } = POLICY;
const filter: { [P in FilterPermission]: Right<{ many: (actor: Member) => WhereOf[P] }> } = POLICY;
const condition: Record<SqlPermission, Right<{ sql: (actor: Member) => Prisma.Sql }>> = POLICY;

const holds = <Row extends unknown[]>(right: Right<Ask<Row>>, actor: Member, row: Row): boolean =>
  right.frame.one(actor, ...row) && right.rules[actor.role].one(actor, ...row);

/**
 * Whether the actor has a right now.
 * @param row what the permission's noun is loaded with (`callAccess`, `memberAccess`, …); rights of the workspace take none
 */
export const can = <P extends Permission>(
  actor: Member,
  permission: P,
  ...row: Subject[P]
): boolean => holds(judge[permission], actor, row);

/**
 * Whether a role has a permission at all: for some row at least, not for any given one. What a screen offers, and what
 * is refused before a row is loaded; whether this very row is the actor's, `can` and `authorise` say.
 */
export const mayEver = ({ role }: Member, permission: Permission): boolean =>
  isEver(role, permission);
const isEver = (role: Role, permission: Permission): boolean =>
  POLICY[permission].rules[role].one !== never;

/** Prisma filter of the rows an actor has a right on. */
export function visible<P extends FilterPermission>(
  actor: Member,
  permission: P,
): { AND: WhereOf[P][] } {
  const { frame, rules } = filter[permission];
  return { AND: [frame.many(actor), rules[actor.role].many(actor)] };
}

/**
 * The same in SQL: a condition of a list, or a column that says what may be done with each of its rows.
 * A query names its tables as the rules do: `call c`, `member m`, `deal d`, `contact ct`, `company co`, `library lb`, `audit_entry e`.
 */
export function visibleSql(actor: Member, permission: SqlPermission): Prisma.Sql {
  const { frame, rules } = condition[permission];
  return Prisma.sql`(${frame.sql(actor)} AND ${rules[actor.role].sql(actor)})`;
}

/**
 * What the actor may not know of was not loaded (404); what they can see may be refused (403).
 * @throws DomainError `not_found`, `forbidden`
 */
export function authorise<P extends RowPermission, R extends RowOf[P]>(
  actor: Member,
  permission: P,
  row: R | null,
): R {
  if (!row) throw new DomainError("not_found");
  if (!holds(judgeRow[permission], actor, [row])) throw new DomainError("forbidden");
  return row;
}

/**
 * Before a row is loaded: the role must be able to have the right at all. The right on the row is asked where it is loaded.
 * @throws DomainError `forbidden`, with the roles that may
 */
export function demandEver(actor: Member, permission: Permission): void {
  if (mayEver(actor, permission)) return;
  const roles = ROLES.filter((role) => isEver(role, permission));
  throw new DomainError("forbidden", {}, null, roles);
}

/** A right of the workspace, which the role has or has not. @throws DomainError `forbidden`, with the roles that may */
export const demand = (actor: Member, permission: WorkspacePermission): void =>
  demandEver(actor, permission);

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
