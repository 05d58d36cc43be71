import { Prisma } from "#app/core/platform/db.server.ts";
import type { Member, Role } from "../actor.ts";
import { either, type ListRule, withFrame } from "./rule.ts";

/** What a rule about a contact or a company looks at; spread it into a `select`. */
export const contactAccess = {
  workspaceId: true,
  privateToId: true,
  deletedAt: true,
} as const satisfies Prisma.ContactSelect & Prisma.CompanySelect;

export type ContactRow = Prisma.ContactGetPayload<{ select: typeof contactAccess }>;
type Where = {
  workspaceId?: string;
  privateToId?: string | null | { in: string[] } | { not: null };
  deletedAt?: null;
  OR?: Where[];
};
/** The table's name in SQL is `ct` for contacts and `co` for companies. */
type BookRule = ListRule<ContactRow, Where>;
type Table = "ct" | "co";
const column = (table: Table, name: string) => Prisma.raw(`${table}.${name}`);

const rulesOf = (table: Table) => {
  const shared: BookRule = {
    one: (_, row) => row.privateToId === null,
    many: () => ({ privateToId: null }),
    sql: () => Prisma.sql`${column(table, "private_to_id")} IS NULL`,
  };
  /** Nothing private for who views as somebody else. */
  const own: BookRule = {
    one: (actor, row) => actor.impersonator === null && row.privateToId === actor.memberId,
    many: (actor) => ({ privateToId: { in: actor.impersonator ? [] : [actor.memberId] } }),
    sql: (actor) =>
      actor.impersonator === null
        ? Prisma.sql`${column(table, "private_to_id")} = ${actor.memberId}::uuid`
        : Prisma.sql`false`,
  };
  const isOpened = (actor: Member) => actor.privateUntil !== null && actor.impersonator === null;
  /** What private calls made, for an admin who said why, for an hour (product §3.2.4). */
  const privately: BookRule = {
    one: (actor, row) => isOpened(actor) && row.privateToId !== null,
    many: (actor) => ({ privateToId: isOpened(actor) ? { not: null } : { in: [] } }),
    sql: (actor) =>
      isOpened(actor)
        ? Prisma.sql`${column(table, "private_to_id")} IS NOT NULL`
        : Prisma.sql`false`,
  };
  const known: BookRule = either(shared, own);
  const frame: BookRule = {
    one: (actor, row) => row.workspaceId === actor.workspaceId && row.deletedAt === null,
    many: (actor) => ({ workspaceId: actor.workspaceId, deletedAt: null }),
    sql: (actor) =>
      Prisma.sql`${column(table, "workspace_id")} = ${actor.workspaceId}::uuid AND ${column(table, "deleted_at")} IS NULL`,
  };
  const reads: Record<Role, BookRule> = {
    admin: either(shared, own, privately),
    manager: known,
    rep: known,
  };
  const changes: Record<Role, BookRule> = { admin: known, manager: known, rep: known };
  return { frame, reads, changes };
};

const contacts = rulesOf("ct");
/** One address book of the workspace; what a private call brought is its owner's alone (docs/decisions 0031). */
export const contact = withFrame(() => contacts.frame, {
  "contact.read": contacts.reads,
  "contact.update": contacts.changes,
});

const companies = rulesOf("co");
export const company = withFrame(() => companies.frame, { "company.read": companies.reads });
