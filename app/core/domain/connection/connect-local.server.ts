import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { demand } from "../access/access.ts";
import { type Member } from "../access/actor.ts";
import { findConnection, sealSecret, secretRow } from "./connection-row.server.ts";
import { type LocalVendor } from "./connection-types.ts";
import { storeGrant } from "./store-grant.server.ts";

/**
 * Connects a service that stands in this installation: no app, no key, nobody signs in. Its row is like any other.
 * @throws DomainError `forbidden`
 */
export async function connectLocal(actor: Member, vendor: LocalVendor): Promise<void> {
  demand(actor, "connection.manage");
  const row = (await findConnection(actor, vendor)) ?? (await makeRow(actor, vendor));
  const grant = vendor.open(actor.workspaceId);
  const account = await vendor.readAccount(grant);
  const began = performance.now();
  const quota = await vendor.check(grant);
  const checkMs = Math.round(performance.now() - began);
  await storeGrant(actor, vendor, { row, grant, account, quota, checkMs });
}

async function makeRow({ workspaceId, memberId }: Member, { slug }: LocalVendor) {
  const id = newId();
  return db.connection.upsert({
    where: { workspaceId_provider: { workspaceId, provider: slug } },
    create: {
      ...{ id, workspaceId, provider: slug, createdBy: memberId },
      ...{ state: "disconnected", clientId: slug, clientSecretEnc: sealSecret(id, slug) },
    },
    update: {},
    select: secretRow,
  });
}
