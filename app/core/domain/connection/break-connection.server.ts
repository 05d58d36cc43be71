import { now } from "#app/core/platform/clock.ts";
import type { Tx } from "#app/core/platform/db.server.ts";
import { asSystem } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { notifyWorkspaceAdmins } from "../notification/notify-members.server.ts";
import type { SecretRow } from "./connection-row.server.ts";
import type { ConnectionFault } from "./connection-views.ts";

/** It works no more until an admin connects it again; they hear of it once. */
export async function breakConnection(
  tx: Tx,
  {
    workspaceId,
    id,
    provider,
    state,
  }: Pick<SecretRow, "workspaceId" | "id" | "provider" | "state">,
  fault: ConnectionFault,
): Promise<void> {
  if (state === "broken") return;
  const at = now();
  await tx.connection.updateMany({
    where: { workspaceId, id },
    data: { state: "broken", fault, faultSince: at, version: { increment: 1 } },
  });
  await record(
    tx,
    asSystem(workspaceId, "connection.check"),
    "connection.broken",
    { kind: "connection", id },
    { after: { provider, fault } },
  );
  await notifyWorkspaceAdmins(tx, workspaceId, {
    kind: "connection_broken",
    values: { provider, since: at.toISOString() },
  });
}
