import { Prisma } from "#app/core/platform/db.server.ts";
import { either, type ListRule, withFrame } from "./rule.ts";

/** What a rule about a saved view looks at; spread it into a `select`. */
export const viewAccess = {
  workspaceId: true,
  ownerId: true,
  isShared: true,
} as const satisfies Prisma.SavedViewSelect;

export type ViewRow = Prisma.SavedViewGetPayload<{ select: typeof viewAccess }>;
/** `sql` calls its table `v`. */
type ViewRule = ListRule<ViewRow, Prisma.SavedViewWhereInput>;

const own: ViewRule = {
  one: (actor, row) => row.ownerId === actor.memberId,
  many: (actor) => ({ ownerId: actor.memberId }),
  sql: (actor) => Prisma.sql`v.owner_id = ${actor.memberId}::uuid`,
};
const shared: ViewRule = {
  one: (_, row) => row.isShared,
  many: () => ({ isShared: true }),
  sql: () => Prisma.sql`v.is_shared`,
};
const frame: ViewRule = {
  one: (actor, row) => row.workspaceId === actor.workspaceId,
  many: (actor) => ({ workspaceId: actor.workspaceId }),
  sql: (actor) => Prisma.sql`v.workspace_id = ${actor.workspaceId}::uuid`,
};

const readable = either(own, shared);

/** A view is its owner's, and everybody's to open once it is shared: then an admin keeps it in order too. */
export const view = withFrame(() => frame, {
  "view.read": { admin: readable, manager: readable, rep: readable },
  "view.change": { admin: readable, manager: own, rep: own },
});
