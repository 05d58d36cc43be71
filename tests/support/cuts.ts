import { sealPath } from "#app/core/domain/share/link-url.server.ts";
import { hashOf, newSecret } from "#app/core/platform/crypto.server.ts";
import { db, type Prisma } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";

type CallRow = { id: string; workspaceId: string };

/** A cut of a call that waits to be made, for a link that leads nowhere. */
export async function aCut(
  { workspaceId, id: callId }: CallRow,
  range: { t0Ms: number; t1Ms: number },
  more: Partial<Prisma.CutUncheckedCreateInput> = {},
) {
  const linkId = newId();
  await db.sharedLink.create({
    data: {
      ...{ id: linkId, workspaceId, kind: "range", callId, shows: {} },
      ...{ urlHash: hashOf(newSecret()), urlEnc: sealPath(linkId) },
    },
  });
  const durationMs = range.t1Ms - range.t0Ms;
  return db.cut.create({
    data: { id: newId(), workspaceId, callId, linkId, ranges: [range], durationMs, ...more },
  });
}
