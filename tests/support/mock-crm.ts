import { connectLocal } from "#app/core/domain/connection/connect-local.server.ts";
import type { CrmObject, CrmValue } from "#app/core/domain/connection/connection-types.ts";
import type { MockFault } from "#app/core/domain/connection/mock-types.ts";
import type { ConnectionRef } from "#app/core/domain/connection/connection-row.server.ts";
import { MOCK_CRM } from "#app/core/integrations/registry.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aConnection } from "./connections.ts";
import type { SignedIn } from "./factories.ts";

/** The demo's CRM, connected by an admin. */
export async function aMockCrm(admin: SignedIn): Promise<ConnectionRef> {
  await connectLocal(admin, MOCK_CRM);
  const { workspaceId } = admin;
  const { id } = await db.connection.findFirstOrThrow({
    where: { workspaceId, provider: "mock" },
    select: { id: true },
  });
  return { workspaceId, id };
}

/** The same without anybody's act; a workspace has one. */
export async function aMockConnection(workspaceId: string): Promise<void> {
  const known = await db.connection.count({ where: { workspaceId, provider: "mock" } });
  if (known === 0)
    await aConnection({ workspaceId }, { provider: "mock", grant: MOCK_CRM.open(workspaceId) });
}

type OfWorkspace = { workspaceId: string };
type NewRecord = { id?: string; object?: CrmObject | "user"; values?: Record<string, CrmValue> };

/** @returns its id there */
export async function aMockRecord(
  { workspaceId }: OfWorkspace,
  { id = newId(), object = "deal", values = { Name: "A deal" } }: NewRecord = {},
): Promise<string> {
  await db.mockRecord.create({
    data: { workspaceId, id, object, values, modifiedBy: "somebody", modifiedAt: new Date() },
    select: { id: true },
  });
  return id;
}

export const aMockFault = (
  { workspaceId }: OfWorkspace,
  fault: MockFault,
  { field = null, left = 1 }: { field?: string | null; left?: number } = {},
) =>
  db.mockFault.create({
    data: { workspaceId, id: newId(), fault, field, left },
    select: { id: true },
  });

export const mockValues = async ({ workspaceId }: OfWorkspace, object: string, id: string) =>
  db.mockRecord.findUnique({
    where: { workspaceId_object_id: { workspaceId, object, id } },
    select: { values: true, modifiedBy: true },
  });
