import { db, type Tx } from "#app/core/platform/db.server.ts";
import { demand } from "../access/access.ts";
import { type Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import {
  NO_TOKENS,
  aboutConnection,
  getConnection,
  type SecretRow,
  tokensOf,
} from "./connection-row.server.ts";
import { type Vendor } from "./connection-types.ts";
import { unlinkRecords } from "./unlink-records.server.ts";
import { giveBack } from "./give-back.server.ts";

/** Gives the tokens back and deletes them; the app stays. @throws DomainError `forbidden`, `not_found` */
export async function disconnect(actor: Member, provider: Vendor): Promise<void> {
  await end(actor, provider, "connection.disconnected", (tx, { workspaceId, id }) =>
    tx.connection.updateMany({
      where: { workspaceId, id },
      data: {
        ...NO_TOKENS,
        state: "disconnected",
        ...{ fault: null, faultSince: null, authorisingUntil: null },
        ...{ limitedSince: null, limitedUntil: null },
        version: { increment: 1 },
      },
    }),
  );
}

/** The same, and nothing of it stays: neither app nor account. @throws DomainError `forbidden`, `not_found` */
export async function disconnectAndPurge(actor: Member, provider: Vendor): Promise<void> {
  await end(actor, provider, "connection.purged", async (tx, { workspaceId, id }) => {
    await unlinkRecords(tx, { workspaceId, id });
    if (provider.slug === "mock") {
      await tx.mockRecord.deleteMany({ where: { workspaceId } });
      await tx.mockFault.deleteMany({ where: { workspaceId } });
    }
    await tx.connection.deleteMany({ where: { workspaceId, id } });
  });
}

async function end(
  actor: Member,
  provider: Vendor,
  event: "connection.disconnected" | "connection.purged",
  change: (tx: Tx, row: SecretRow) => Promise<unknown>,
): Promise<void> {
  demand(actor, "connection.manage");
  const row = await getConnection(actor, provider);
  await db.$transaction(async (tx) => {
    await change(tx, row);
    await record(tx, actor, event, aboutConnection(row), { before: { provider: provider.slug } });
  });
  const tokens = tokensOf(row);
  if (tokens !== null) await giveBack(provider, row, tokens.refreshToken);
}
