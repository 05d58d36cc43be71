import { now } from "#app/core/platform/clock.ts";
import { db, Prisma } from "#app/core/platform/db.server.ts";

const DAY_MS = 86_400_000;
const BATCH = 200;

/**
 * Takes away what was made for links that were revoked a day ago: a link that is over for ever keeps no second copy of a
 * call. Its row stays, for the log of views counts on its length; the files go with those that no row names.
 * @returns how many cuts
 */
export async function emptyRevokedCuts(): Promise<number> {
  const link = { revokedAt: { lt: new Date(now().getTime() - DAY_MS) } };
  const full = await db.cut.findMany({
    where: {
      OR: [{ link }, { shareItem: { link } }],
      AND: { OR: [{ state: { not: "failed" } }, { files: { some: {} } }] },
    },
    select: { workspaceId: true, id: true },
    take: BATCH,
  });
  for (const { workspaceId, id } of full)
    await db.$transaction(async (tx) => {
      // A failed cut without files is made again by nothing: no correction, no renaming, no lost job.
      await tx.cut.updateMany({
        where: { workspaceId, id },
        data: {
          ...{ state: "failed", cause: null, attempt: { increment: 1 } },
          ...{ words: Prisma.DbNull, wordsVersion: null, quote: null },
          ...{ made: Prisma.DbNull, lanes: [] },
        },
      });
      await tx.cutFile.deleteMany({ where: { workspaceId, cutId: id } });
    });
  return full.length;
}
