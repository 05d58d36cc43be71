import { beforeEach, expect, test } from "vitest";
import { db, Prisma } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aTeam, aWorkspace, type Workspace } from "#tests/support/factories.ts";
import { openExport } from "./export.server.ts";
import {
  ascending,
  descending,
  type Key,
  type List,
  type Order,
  readCountedPage,
  readPage,
} from "./list.server.ts";

/** Any table would do: teams have a name, a time and a number. */
type Row = { id: string; name: string; created_at: Date; version: number };
const KEYS = {
  name: { kind: "text", sql: Prisma.sql`t.name`, of: (row) => row.name },
  createdAt: { kind: "time", sql: Prisma.sql`t.created_at`, of: (row) => row.created_at },
  version: { kind: "whole", sql: Prisma.sql`t.version`, of: (row) => row.version },
} as const satisfies Record<string, Key<Row>>;

let workspace: Workspace;
beforeEach(async () => {
  workspace = await aWorkspace();
});

const listOf = (order: Order<Row> = ascending(KEYS.name)): List<Row> => ({
  table: Prisma.sql`t`,
  select: Prisma.sql`SELECT t.id, t.name, t.created_at, t.version FROM team t`,
  from: Prisma.sql`team t`,
  where: Prisma.sql`t.workspace_id = ${workspace.id}::uuid`,
  order,
});

const nameOf = ({ name }: Row): string => name;

const seed = (count: number): Promise<{ count: number }> =>
  db.team.createMany({
    data: Array.from({ length: count }, (_, n) => ({
      id: newId(),
      workspaceId: workspace.id,
      name: `Team ${n}`,
      version: n % 3,
      createdAt: new Date(1_700_000_000_000 + (n % 4)),
    })),
  });

test.each(
  Object.entries(KEYS).flatMap(([name, key]) => [
    { name, order: ascending<Row>(key) },
    { name: `-${name}`, order: descending<Row>(key) },
  ]),
)("by $name every row comes once, though many are equal", async ({ order }) => {
  await seed(23);
  const whole = await readPage(listOf(order), { after: null, limit: 100 });
  expect(whole.next).toBeNull();
  const seen: string[] = [];
  for (let after: string | null = null, turn = 0; turn < 10; turn += 1) {
    const page: Awaited<ReturnType<typeof readCountedPage<Row>>> = await readCountedPage(
      listOf(order),
      { after, limit: 7 },
    );
    expect(page.count).toBe(23);
    seen.push(...page.rows.map(({ id }) => id));
    after = page.next;
    if (after === null) break;
  }
  expect(seen).toEqual(whole.rows.map(({ id }) => id));
  expect(new Set(seen).size).toBe(23);
});

test("a cursor that cannot be read is the first page", async () => {
  await seed(3);
  const first = await readPage(listOf(), { after: null, limit: 2 });
  expect(await readPage(listOf(), { after: "x", limit: 2 })).toEqual(first);
  const ofNames = first.next;
  const byTime = listOf(ascending(KEYS.createdAt));
  expect(await readPage(byTime, { after: ofNames, limit: 3 })).toEqual(
    await readPage(byTime, { after: null, limit: 3 }),
  );
});

test("an empty list is counted and brings its value besides", async () => {
  const page = await readCountedPage<Row, string>(
    listOf(),
    { after: null, limit: 5 },
    { aside: Prisma.sql`SELECT '"besides"'::json` },
  );
  expect(page).toEqual({ rows: [], next: null, count: 0, aside: "besides" });
});

test("counting stops at 1,001, and a long list is known to be long", async () => {
  await seed(1_050);
  const count = async () => (await readCountedPage(listOf(), { after: null, limit: 1 })).count;
  expect(await count()).toBe(1_001);
  await db.team.deleteMany({ where: { workspaceId: workspace.id, version: { gt: 0 } } });
  expect(await count()).toBe(1_001); // for a minute
  const narrower = { ...listOf(), where: Prisma.sql`${listOf().where} AND t.version < 9` };
  expect((await readCountedPage(narrower, { after: null, limit: 1 })).count).toBe(350);
});

test("an export names its rows before the first, and reads a page when it is taken", async () => {
  await seed(2_100);
  const { count, pages } = await openExport(listOf(), null, nameOf);
  expect(count).toBe(2_100);
  await aTeam(workspace, { name: "Zebra" }); // arrives while somebody reads, behind what was read
  const sizes: number[] = [];
  const names = new Set<string>();
  for await (const page of pages) {
    sizes.push(page.length);
    for (const name of page) names.add(name);
  }
  expect(sizes).toEqual([1_000, 1_000, 101]);
  expect(names.size).toBe(2_101);
});

test("an export begins where its page does", async () => {
  await seed(9);
  const { next } = await readPage(listOf(), { after: null, limit: 4 });
  const { count, pages } = await openExport(listOf(), next, nameOf);
  expect(count).toBe(5);
  const names: string[] = [];
  for await (const page of pages) names.push(...page);
  expect(names).toEqual([4, 5, 6, 7, 8].map((n) => `Team ${n}`));
});
