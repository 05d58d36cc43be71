import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { withClient } from "#prisma/connection.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { checkAllChains, checkChain, checkChainFor } from "./chain.server.ts";
import { record } from "./record.server.ts";

const write = (actor: SignedIn, n: number): Promise<void> =>
  db.$transaction((tx) =>
    record(tx, actor, "call.updated", { kind: "call", id: newId() }, { after: { n } }),
  );
async function aLog(entries: number): Promise<SignedIn> {
  const actor = await aMember(await aWorkspace(), { role: "admin" });
  for (let n = 1; n <= entries; n += 1) await write(actor, n);
  return actor;
}

/** As somebody who owns the tables, and has given themselves back what the deploy took. */
const tamper = (sql: string, values: unknown[]): Promise<unknown> =>
  withClient(process.env["DATABASE_OWNER_URL"] ?? "", async (client) => {
    await client.query(
      "GRANT INSERT, UPDATE, DELETE ON audit_entry, audit_seal, audit_head TO CURRENT_USER",
    );
    await client.query("ALTER TABLE audit_entry DISABLE TRIGGER seal");
    try {
      await client.query(sql, values);
    } finally {
      await client.query("ALTER TABLE audit_entry ENABLE TRIGGER seal");
    }
  });
const nth = (n: number) =>
  `(SELECT entry_id FROM audit_seal WHERE workspace_id = $1 AND seq = ${n})`;

test("an untouched chain holds, also one without an entry", async () => {
  const { workspaceId } = await aLog(12);
  expect(await checkChain(workspaceId)).toEqual({ entries: 12, brokenAt: null, unsealed: 0 });
  expect(await checkChain((await aWorkspace()).id)).toEqual({
    entries: 0,
    brokenAt: null,
    unsealed: 0,
  });
});

test.each([
  [
    "an edited row",
    `UPDATE audit_entry SET after = '{"n":0}' WHERE workspace_id = $1 AND id = ${nth(5)}`,
    5,
  ],
  [
    "a row moved in time",
    `UPDATE audit_entry SET created_at = created_at - interval '1 day' WHERE workspace_id = $1 AND id = ${nth(3)}`,
    3,
  ],
  ["a removed row", `DELETE FROM audit_entry WHERE workspace_id = $1 AND id = ${nth(7)}`, 7],
  ["a removed seal", "DELETE FROM audit_seal WHERE workspace_id = $1 AND seq = 4", 4],
  [
    "a row removed with its seal and the others closed up",
    "WITH gone AS (DELETE FROM audit_seal WHERE workspace_id = $1 AND seq = 6) UPDATE audit_seal SET seq = -seq WHERE workspace_id = $1 AND seq > 6",
    6,
  ],
  ["an end cut off", "DELETE FROM audit_seal WHERE workspace_id = $1 AND seq = 12", 12],
] as const)("%s is found", async (_name, sql, brokenAt) => {
  const { workspaceId } = await aLog(12);
  await tamper(sql, [workspaceId]);
  expect((await checkChain(workspaceId)).brokenAt).toBe(brokenAt);
});

test("two rows whose places were exchanged are found", async () => {
  const { workspaceId } = await aLog(12);
  const seals = await db.auditSeal.findMany({ where: { workspaceId }, orderBy: { seq: "asc" } });
  const [two, nine] = [seals[1]?.entryId, seals[8]?.entryId];
  await tamper("UPDATE audit_seal SET entry_id = $2 WHERE workspace_id = $1 AND seq = 2", [
    workspaceId,
    newId(),
  ]);
  await tamper("UPDATE audit_seal SET entry_id = $2 WHERE workspace_id = $1 AND seq = 9", [
    workspaceId,
    two,
  ]);
  await tamper("UPDATE audit_seal SET entry_id = $2 WHERE workspace_id = $1 AND seq = 2", [
    workspaceId,
    nine,
  ]);
  expect((await checkChain(workspaceId)).brokenAt).toBe(2);
});

test("a row put in behind the trigger's back has no seal, and is counted", async () => {
  const { workspaceId } = await aLog(3);
  await tamper(
    "INSERT INTO audit_entry (workspace_id, id, log, event, actor_kind) VALUES ($1, gen_random_uuid(), 'user', 'call.updated', 'member')",
    [workspaceId],
  );
  expect(await checkChain(workspaceId)).toEqual({ entries: 3, brokenAt: null, unsealed: 1 });
});

test("32 writers at once leave one chain that holds", async () => {
  const actor = await aLog(0);
  await Promise.all(
    Array.from({ length: 32 }, async (_, writer) => {
      for (let turn = 0; turn < 4; turn += 1) await write(actor, writer * 10 + turn);
    }),
  );
  expect(await checkChain(actor.workspaceId)).toEqual({
    entries: 128,
    brokenAt: null,
    unsealed: 0,
  });
});

test("the application may neither change nor remove an entry, nor touch a seal", async () => {
  const { workspaceId } = await aLog(2);
  const where = { where: { workspaceId } };
  await expect(db.auditEntry.updateMany({ ...where, data: { event: "x" } })).rejects.toThrow(
    /permission denied/,
  );
  await expect(db.auditEntry.deleteMany(where)).rejects.toThrow(/permission denied/);
  await expect(db.auditSeal.updateMany({ ...where, data: { seq: 9 } })).rejects.toThrow(
    /permission denied/,
  );
  await expect(db.auditSeal.deleteMany(where)).rejects.toThrow(/permission denied/);
  await expect(db.auditHead.updateMany({ ...where, data: { seq: 9 } })).rejects.toThrow(
    /permission denied/,
  );
  expect((await checkChain(workspaceId)).brokenAt).toBeNull();
});

test("an admin's check is an entry itself; others may not ask", async () => {
  const admin = await aLog(2);
  expect(await checkChainFor(admin)).toEqual({ entries: 2, brokenAt: null, unsealed: 0 });
  expect(await checkChain(admin.workspaceId)).toMatchObject({ entries: 3, brokenAt: null });
  const rep = await aMember({ id: admin.workspaceId });
  await expect(checkChainFor(rep)).rejects.toMatchObject({ code: "forbidden" });
});

test("the nightly check names the workspaces whose chain broke, and says so in their log", async () => {
  const [whole, torn] = [await aLog(3), await aLog(3)];
  await tamper(`DELETE FROM audit_entry WHERE workspace_id = $1 AND id = ${nth(2)}`, [
    torn.workspaceId,
  ]);
  const found = await checkAllChains();
  const broken = found.map(({ workspaceId }) => workspaceId);
  expect(broken).toContain(torn.workspaceId);
  expect(broken).not.toContain(whole.workspaceId);
  const said = await db.auditEntry.findMany({ where: { event: "chain.broken" } });
  expect(said.find(({ workspaceId }) => workspaceId === torn.workspaceId)).toMatchObject({
    actorKind: "system",
    after: '{"entries":3,"brokenAt":2,"unsealed":0}',
  });
  expect(said.some(({ workspaceId }) => workspaceId === whole.workspaceId)).toBe(false);
});
