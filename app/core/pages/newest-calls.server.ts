import { visible } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { db, type Prisma } from "#app/core/platform/db.server.ts";

const MOST = 20;
/** `at`: ISO. */
export type CallChoice = { id: string; title: string; at: string };

/** The newest calls of a kind that the actor may see, to choose one of; none of a demo's invented history. */
export async function listNewestCalls(
  actor: Member,
  where: Prisma.CallWhereInput,
): Promise<CallChoice[]> {
  const found = await db.call.findMany({
    where: { AND: [visible(actor, "call.read"), where], isSample: false },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MOST,
    select: { id: true, title: true, startedAt: true, createdAt: true },
  });
  return found.map(({ id, title, startedAt, createdAt }) => ({
    ...{ id, title },
    at: (startedAt ?? createdAt).toISOString(),
  }));
}
