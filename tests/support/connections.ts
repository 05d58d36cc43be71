import { sealGrant, sealSecret } from "#app/core/domain/connection/connection-row.server.ts";
import type { VendorGrant, VendorSlug } from "#app/core/domain/connection/connection-types.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";

export const A_GRANT: VendorGrant & { refreshToken: string } = {
  accessToken: "at-seeded",
  refreshToken: "rt-seeded",
  expiresAt: null,
  scopes: null,
  apiUrl: "http://127.0.0.1:1",
};

type Wishes = { provider?: VendorSlug; grant?: VendorGrant; checkedAt?: Date };

/** A connection that stands, as if somebody had signed in. @returns its id */
export async function aConnection(
  { workspaceId }: { workspaceId: string },
  { provider = "hubspot", grant = A_GRANT, checkedAt = new Date() }: Wishes = {},
): Promise<string> {
  const id = newId();
  await db.connection.create({
    data: {
      ...{ id, workspaceId, provider, state: "connected", clientId: "an-app" },
      clientSecretEnc: sealSecret(id, "a secret: of ours"),
      ...sealGrant(id, grant),
      ...{ accountId: "4711", accountLabel: "4711 (app.hubspot.com)", checkedAt },
      scopes: grant.scopes ?? [],
    },
    select: { id: true },
  });
  return id;
}
