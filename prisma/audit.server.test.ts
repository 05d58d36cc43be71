import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { withClient } from "./connection.server.ts";

const WRITERS = 32;
const EACH = 6;

const entry = (workspaceId: string, id: string, actor: string): Prisma.Sql => Prisma.sql`
  INSERT INTO audit_entry (workspace_id, id, log, event, actor_kind, actor, after)
  VALUES (${workspaceId}::uuid, ${id}::uuid, 'user', 'call.created', 'member', ${actor}, ${'{"kind":"upload"}'})`;

type Sealed = { seq: number; entry_id: string; hash: Buffer; line: Buffer };
const chain = (workspaceId: string): Promise<Sealed[]> =>
  rows<Sealed>(Prisma.sql`
    SELECT s.seq, s.entry_id, s.hash, audit_line(e) AS line
    FROM audit_seal s JOIN audit_entry e ON e.workspace_id = s.workspace_id AND e.id = s.entry_id
    WHERE s.workspace_id = ${workspaceId}::uuid ORDER BY s.seq`);

/** The first number whose seal does not follow from the one before, or null. */
function firstBreak(sealed: Sealed[]): number | null {
  let before: Buffer = Buffer.alloc(0);
  for (const [at, { seq, hash, line }] of sealed.entries()) {
    const expected = createHash("sha256").update(before).update(line).digest();
    if (seq !== at + 1 || !expected.equals(hash)) return at + 1;
    before = hash;
  }
  return null;
}

test("32 writers at once, some of them rolled back: every committed entry is sealed once, in one chain", async () => {
  const workspaceId = newId();
  const kept: string[] = [];
  const write = async (writer: number): Promise<void> => {
    for (let turn = 0; turn < EACH; turn++) {
      const ids = [newId(), newId()];
      const isDropped = (writer + turn) % 5 === 0;
      await withClient(process.env["DATABASE_URL"] ?? "", async (client) => {
        await client.query("BEGIN");
        for (const id of ids) {
          const { text, values } = entry(workspaceId, id, `writer ${writer}`);
          await client.query(text, values);
        }
        await client.query(isDropped ? "ROLLBACK" : "COMMIT");
      });
      if (!isDropped) kept.push(...ids);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  const sealed = await chain(workspaceId);
  expect(sealed.map((seal) => seal.entry_id).sort()).toEqual(kept.sort());
  expect(firstBreak(sealed)).toBeNull();
  const head = await db.auditHead.findUniqueOrThrow({ where: { workspaceId } });
  expect([Number(head.seq), Buffer.from(head.hash)]).toEqual([kept.length, sealed.at(-1)?.hash]);
});

test("an entry changed by the owner of the tables is found", async () => {
  const workspaceId = newId();
  for (let n = 0; n < 4; n++) await db.$executeRaw(entry(workspaceId, newId(), `member ${n}`));
  expect(firstBreak(await chain(workspaceId))).toBeNull();
  await withClient(process.env["DATABASE_OWNER_URL"] ?? "", async (client) => {
    await client.query("GRANT UPDATE ON audit_entry TO CURRENT_USER");
    await client.query(
      "UPDATE audit_entry SET actor = 'somebody else' WHERE workspace_id = $1 AND actor = 'member 2'",
      [workspaceId],
    );
  });
  expect(firstBreak(await chain(workspaceId))).toBe(3);
});

test("two workspaces have two chains", async () => {
  const [one, two] = [newId(), newId()];
  for (const workspaceId of [one, two, one])
    await db.$executeRaw(entry(workspaceId, newId(), "member"));
  expect((await chain(one)).map(({ seq }) => seq)).toEqual([1, 2]);
  expect((await chain(two)).map(({ seq }) => seq)).toEqual([1]);
});
