import { afterEach, describe, expect, test } from "vitest";
import { db, Prisma } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { withClient } from "#prisma/connection.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { checkChain } from "./chain.server.ts";
import { record } from "./record.server.ts";
import { keepForm } from "./retention.schema.ts";
import { cutOldLogs, getLogDays, keepLogs } from "./retention.server.ts";

const owner = (
  run: (client: Parameters<Parameters<typeof withClient>[1]>[0]) => Promise<unknown>,
) => withClient(process.env["DATABASE_OWNER_URL"] ?? "", run);

/** Entries of given ages, sealed in that order, as they would have been then. */
async function aLog(...days: number[]): Promise<SignedIn> {
  const admin = await aMember(await aWorkspace(), { role: "admin" });
  await owner(async (client) => {
    for (const age of days)
      await client.query(
        `INSERT INTO audit_entry (workspace_id, id, log, event, actor_kind, actor, created_at)
         VALUES ($1, $2, 'user', 'call.opened', 'member', $3, now() - make_interval(days => $4))`,
        [admin.workspaceId, newId(), admin.memberId, age],
      );
  });
  return admin;
}
const eventsOf = async ({ workspaceId }: SignedIn) =>
  (await db.auditEntry.findMany({ where: { workspaceId }, orderBy: { createdAt: "asc" } })).map(
    ({ event }) => event,
  );
const whole = { brokenAt: null, unsealed: 0 };
afterEach(async () => {
  await db.$executeRaw`UPDATE workspace SET settings = '{}'`;
});

describe("old entries", () => {
  test("go after 400 days, and the rest of the chain still holds and goes on", async () => {
    const admin = await aLog(500, 401, 399, 1);
    expect(await cutOldLogs()).toBe(2);
    expect(await eventsOf(admin)).toEqual(["call.opened", "call.opened", "log.cut"]);
    expect(await checkChain(admin.workspaceId)).toMatchObject({ entries: 3, ...whole });
    await db.$transaction((tx) => record(tx, admin, "search.run"));
    expect(await checkChain(admin.workspaceId)).toMatchObject({ entries: 4, ...whole });
    expect(await cutOldLogs()).toBe(0);
    const head = await db.auditHead.findUniqueOrThrow({
      where: { workspaceId: admin.workspaceId },
    });
    expect([Number(head.anchorSeq), Number(head.seq)]).toEqual([2, 6]);
  });

  test("that were sealed after younger ones stay: only a beginning is cut", async () => {
    const admin = await aLog(500, 10, 450);
    expect(await cutOldLogs()).toBe(1);
    expect(await checkChain(admin.workspaceId)).toMatchObject({ entries: 3, ...whole });
  });

  test("of a whole log go, and a changed rest is still found", async () => {
    const admin = await aLog(600, 500);
    expect(await cutOldLogs()).toBe(2);
    expect(await eventsOf(admin)).toEqual(["log.cut"]);
    expect(await checkChain(admin.workspaceId)).toMatchObject({ entries: 1, ...whole });
    await owner((client) =>
      client.query(
        `DO $$ BEGIN EXECUTE format('GRANT UPDATE ON audit_entry TO %I', current_user); END $$;
         UPDATE audit_entry SET event = 'x' WHERE workspace_id = '${admin.workspaceId}';
         DO $$ BEGIN EXECUTE format('REVOKE UPDATE ON audit_entry FROM %I', current_user); END $$;`,
      ),
    );
    expect((await checkChain(admin.workspaceId)).brokenAt).toBe(3);
  });

  test("of a chain that was tampered with stay, with the trace", async () => {
    const admin = await aLog(500, 450, 1);
    await owner((client) =>
      client.query(
        `DO $$ BEGIN EXECUTE format('GRANT UPDATE ON audit_entry TO %I', current_user); END $$;
         UPDATE audit_entry SET actor = 'nobody' WHERE workspace_id = '${admin.workspaceId}' AND created_at < now() - interval '420 days';
         DO $$ BEGIN EXECUTE format('REVOKE UPDATE ON audit_entry FROM %I', current_user); END $$;`,
      ),
    );
    expect(await cutOldLogs()).toBe(0);
    expect((await checkChain(admin.workspaceId)).brokenAt).toBe(1);
  });

  test("of the last seven days cannot be cut, and nothing can be deleted past the cut", async () => {
    const admin = await aLog(30, 8, 3);
    const cut = (days: number) =>
      db.$queryRaw(
        Prisma.sql`SELECT audit_cut(${admin.workspaceId}::uuid, now() - make_interval(days => ${days})) AS gone`,
      );
    await expect(cut(6)).rejects.toThrow(/seven days stay/);
    await cut(7);
    expect(await eventsOf(admin)).toEqual(["call.opened"]);
    const where = { where: { workspaceId: admin.workspaceId } };
    await expect(db.auditEntry.deleteMany(where)).rejects.toThrow(/permission denied/);
    await expect(
      owner((client) =>
        client.query(`DELETE FROM audit_seal WHERE workspace_id = '${admin.workspaceId}'`),
      ),
    ).rejects.toThrow(/permission denied/);
  });
});

test("how long is the admin's to say, from 7 days to ten years, and is an entry", async () => {
  const admin = await aLog(20);
  expect(await getLogDays(admin)).toBe(400);
  await keepLogs(admin, { intent: "keep", days: 14 });
  expect(await getLogDays(admin)).toBe(14);
  expect(await cutOldLogs()).toBe(1);
  const [entry] = await db.auditEntry.findMany({
    where: { workspaceId: admin.workspaceId, event: "workspace.changed" },
  });
  expect([entry?.before, entry?.after]).toEqual(['{"logDays":400}', '{"logDays":14}']);
  for (const days of ["6", "3651", "x", ""])
    expect(keepForm.safeParse({ intent: "keep", days }).success).toBe(false);
  const manager = await aMember({ id: admin.workspaceId }, { role: "manager" });
  await expect(keepLogs(manager, { intent: "keep", days: 14 })).rejects.toMatchObject({
    code: "forbidden",
  });
});
