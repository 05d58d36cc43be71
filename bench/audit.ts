import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { deploy } from "#prisma/migrate.ts";
import { startPostgres } from "#scripts/postgres.ts";
import { pair } from "./lib/pair.ts";
import { runBench } from "./lib/run.ts";

// What the log costs (data §2.4): the same write of 32 clients, alone, and with its entry sealed into the chain at commit.

const BENCH = "audit";
const CLIENTS = 32;
const WRITES_EACH = 40;
const WORKSPACES = 5;

type House = { workspaceId: string };

async function furnish(client: pg.Client): Promise<House[]> {
  const houses: House[] = [];
  for (let n = 0; n < WORKSPACES; n += 1) {
    const workspaceId = crypto.randomUUID();
    await client.query(
      "INSERT INTO workspace (id, slug, name, time_zone) VALUES ($1, $2, 'Bench', 'UTC')",
      [workspaceId, workspaceId],
    );
    for (let at = 0; at < CLIENTS; at += 1)
      await client.query("INSERT INTO team (id, workspace_id, name) VALUES ($1, $2, $3)", [
        crypto.randomUUID(),
        workspaceId,
        `Team ${at}`,
      ]);
    houses.push({ workspaceId });
  }
  return houses;
}

/** All clients write at once. @returns writes a second */
async function writeAll(pool: pg.Pool, houses: House[], hasEntry: boolean): Promise<number> {
  const began = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      const { workspaceId } = houses[client % houses.length] ?? { workspaceId: "" };
      for (let n = 0; n < WRITES_EACH; n += 1)
        await writeOnce(pool, workspaceId, `Team ${client}`, hasEntry);
    }),
  );
  return (CLIENTS * WRITES_EACH) / ((performance.now() - began) / 1_000);
}

/** Both sides change a row of their own; one of them also logs it. */
async function writeOnce(
  pool: pg.Pool,
  workspaceId: string,
  name: string,
  hasEntry: boolean,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query(
      "UPDATE team SET version = version + 1 WHERE workspace_id = $1 AND name = $2",
      [workspaceId, name],
    );
    if (hasEntry)
      await client.query(
        `INSERT INTO audit_entry (workspace_id, id, log, event, actor_kind, actor, target_kind, target, after)
         VALUES ($1, $2, 'system', 'team.changed', 'member', $3, 'team', $3, '{"name":"Bench"}')`,
        [workspaceId, crypto.randomUUID(), crypto.randomUUID()],
      );
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}

const changes = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ n: number }>("SELECT sum(version)::int AS n FROM team");
  return rows[0]?.n ?? 0;
};

await runBench(async (stack) => {
  const dataDir = mkdtempSync(join(tmpdir(), "parley-bench-"));
  stack.onEnd(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startPostgres({ dataDir, log: () => undefined });
  stack.onEnd(server.stop);
  await deploy(server.ownerUrl);
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  stack.onEnd(() => owner.end());
  const houses = await furnish(owner);
  const pool = new pg.Pool({ connectionString: server.url, max: CLIENTS });
  stack.onEnd(() => pool.end());
  await pair({
    bench: BENCH,
    case: "32 clients, five workspaces",
    unit: "writes/s",
    floor: () => writeAll(pool, houses, false),
    ours: () => writeAll(pool, houses, true),
    same: async () => {
      const counts: number[] = [];
      for (const hasEntry of [false, true]) {
        const before = await changes(owner);
        await writeAll(pool, houses, hasEntry);
        counts.push((await changes(owner)) - before);
      }
      const { rows } = await owner.query<{ entries: number; seals: number }>(
        "SELECT (SELECT count(*)::int FROM audit_entry) AS entries, (SELECT sum(seq)::int FROM audit_head) AS seals",
      );
      const [found] = rows;
      return (
        counts[0] === counts[1] && found?.entries === found?.seals && counts[0] === found?.entries
      );
    },
  });
});
