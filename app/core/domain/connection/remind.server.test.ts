import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { aConnection } from "#tests/support/connections.ts";
import { aMember, aWorkspace } from "#tests/support/factories.ts";
import { remindOfBroken } from "./remind.server.ts";

test("admins hear again of what has been broken for a day, and of nothing else", async () => {
  const workspace = await aWorkspace();
  const admin = await aMember(workspace, { role: "admin" });
  await aMember(workspace);
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const id = await aConnection(admin);
  await aConnection(admin, { provider: "salesforce" });
  const { workspaceId } = admin;
  const heard = async () => {
    await remindOfBroken();
    const rows = await db.notification.findMany({
      where: { workspaceId, kind: "connection_broken" },
      select: { memberId: true },
    });
    return rows.map(({ memberId }) => memberId);
  };
  await expect(heard()).resolves.toEqual([]);
  const broken = { state: "broken" as const, fault: "grant_refused" };
  const where = { workspaceId, id };
  await db.connection.updateMany({ where, data: { ...broken, faultSince: hoursAgo(1) } });
  await expect(heard()).resolves.toEqual([]);
  await db.connection.updateMany({ where, data: { faultSince: hoursAgo(24) } });
  await expect(heard()).resolves.toEqual([admin.memberId]);
});
