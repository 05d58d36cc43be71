import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { poolConfig } from "#prisma/connection.server.ts";
import { type Instance, missingHere, startInstance } from "./instance.ts";
import { ask } from "./pipeline.ts";
import { until } from "./processes.ts";
import { kill, say } from "./worker-crew.ts";

const CALLS = 120;
/** The call, of those in a run's order, before which the worker is met. */
const MET_AT = 40;
/** N3: what a dead worker had in hand is taken over. */
const TAKEN_OVER_MS = 60_000;

const missing = missingHere();
let instance: Instance;

beforeAll(async () => {
  if (missing !== null) return;
  instance = await startInstance();
  await instance.startWeb();
});
afterAll(() => instance?.stop());
beforeEach(({ skip }) => {
  if (missing !== null) skip(missing);
});

test("a worker killed in the middle of a run over many calls leaves each of them done once", async () => {
  const worker = await instance.startWorker();
  const calls = await someCalls();
  const lock = await holdCall(calls[MET_AT] ?? "");
  const runId = await deleteAll(calls);
  await until("the worker is met", TAKEN_OVER_MS, lock.isAwaited);
  expect(await stateOf(runId)).toMatchObject({ state: "running", done: MET_AT });
  await kill([worker], []);
  await lock.end();
  say(`killed before call ${MET_AT}`);
  expect(await trashed()).toBe(MET_AT);

  await instance.startWorker();
  await until("another goes on", TAKEN_OVER_MS, async () => {
    const { state } = await stateOf(runId);
    return state === "done";
  });
  say("taken over");
  expect(await stateOf(runId)).toMatchObject({ state: "done", done: CALLS });
  expect(await trashed()).toBe(CALLS);
  const rows = await ask<{ outcome: string; n: number }>(
    instance.checkUrl,
    "SELECT outcome, count(*)::int AS n FROM bulk_row WHERE run_id = $1 GROUP BY outcome",
    [runId],
  );
  expect(rows).toEqual([{ outcome: "done", n: CALLS }]);
  const [entries] = await ask<{ n: number; of: number }>(
    instance.checkUrl,
    "SELECT count(*)::int AS n, count(DISTINCT target)::int AS of FROM audit_entry WHERE event = 'call.trashed'",
  );
  expect(entries).toEqual({ n: CALLS, of: CALLS });
});

test("calls that are handed over by it are so once, and the new owner reads of each once", async () => {
  const worker = await instance.startWorker();
  const calls = await someCalls();
  const colleague = await memberOf("rui@demo.test");
  const lock = await holdCall(calls[MET_AT] ?? "");
  const runId = await begin(
    [
      ["intent", "bulk_owner"],
      ["memberId", colleague],
    ],
    calls,
  );
  await until("the worker is met", TAKEN_OVER_MS, lock.isAwaited);
  await kill([worker], []);
  await lock.end();
  await instance.startWorker();
  await until(
    "another goes on",
    TAKEN_OVER_MS,
    async () => (await stateOf(runId)).state === "done",
  );
  expect(await outcomesOf(runId)).toEqual([{ outcome: "done", n: CALLS }]);
  const count = async (table: "audit_entry" | "notification", what: string, of: string) => {
    const [found] = await ask<{ n: number; of: number }>(
      instance.checkUrl,
      `SELECT count(*)::int AS n, count(DISTINCT ${of})::int AS of FROM ${table} WHERE ${what} AND ${of}::text = ANY($1::text[])`,
      [calls],
    );
    return found;
  };
  const once = { n: CALLS, of: CALLS };
  expect(await count("audit_entry", "event = 'call.transferred'", "target")).toEqual(once);
  expect(await count("notification", "kind = 'call_handed_over'", "target_id")).toEqual(once);
});

test("of a member who loses their calls, and then leaves, in the middle of a run, the rest says so", async () => {
  await instance.startWorker();
  const calls = await someCalls();
  const others = await memberOf("rui@demo.test");
  const [first, second] = [await holdCall(calls[MET_AT] ?? ""), await holdCall(calls[80] ?? "")];
  const runId = await begin([["intent", "bulk_delete"]], calls);
  await until("the worker is met", TAKEN_OVER_MS, first.isAwaited);
  await first.end();
  await until("and met again", TAKEN_OVER_MS, async () => (await stateOf(runId)).done >= 80);
  // From here on they are a colleague's, which the rep sees and may not delete.
  await ask(instance.checkUrl, "UPDATE call SET owner_id = $1 WHERE id = ANY($2::uuid[])", [
    ...[others, calls.slice(81, 100)],
  ]);
  const held = await holdCall(calls[100] ?? "");
  await second.end();
  await until(
    "and once more",
    TAKEN_OVER_MS,
    async () => (await stateOf(runId)).done >= 100 && (await held.isAwaited()),
  );
  await ask(
    instance.checkUrl,
    "UPDATE member SET state = 'deactivated' WHERE email = 'rep@demo.test'",
    [],
  );
  await held.end();
  await until("it ends", TAKEN_OVER_MS, async () => (await stateOf(runId)).state === "done");
  expect(await outcomesOf(runId)).toEqual([
    { outcome: "done", n: 82 },
    { outcome: "forbidden", n: 19 },
    { outcome: "member_left", n: CALLS - 101 },
  ]);
});

const outcomesOf = (runId: string) =>
  ask<{ outcome: string; n: number }>(
    instance.checkUrl,
    "SELECT outcome, count(*)::int AS n FROM bulk_row WHERE run_id = $1 GROUP BY outcome ORDER BY outcome",
    [runId],
  );

async function memberOf(email: string): Promise<string> {
  const [member] = await ask<{ id: string }>(
    instance.checkUrl,
    "SELECT id FROM member WHERE email = $1",
    [email],
  );
  return member?.id ?? expect.fail(`nobody has ${email}`);
}

/** Calls of the rep, in the order in which they are deleted. */
async function someCalls(): Promise<string[]> {
  const made = await ask<{ id: string }>(
    instance.checkUrl,
    `INSERT INTO call (workspace_id, id, title, kind, visibility, owner_id, state, started_at)
     SELECT m.workspace_id, gen_random_uuid(), 'Call ' || n, 'upload', 'workspace', m.id, 'available', now()
     FROM member m, generate_series(1, ${CALLS}) n WHERE m.email = 'rep@demo.test' RETURNING id`,
  );
  return made.map(({ id }) => id);
}

const deleteAll = (calls: readonly string[]): Promise<string> =>
  begin([["intent", "bulk_delete"]], calls);

/** Asks for it as the list's form does. @returns the run */
async function begin(
  fields: readonly [string, string][],
  calls: readonly string[],
): Promise<string> {
  const { origin, cookie } = await instance.signIn();
  const answer = await fetch(`${origin}/recordings`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie, "sec-fetch-site": "same-origin" },
    body: new URLSearchParams([
      ...fields.map((field): [string, string] => [...field]),
      ...calls.map((id): [string, string] => ["callIds", id]),
    ]),
  });
  const to = new URL(answer.headers.get("location") ?? "", origin);
  return to.searchParams.get("run") ?? expect.fail(`no run: ${answer.status}`);
}

async function stateOf(runId: string): Promise<{ state: string; done: number }> {
  const [run] = await ask<{ state: string; done: number }>(
    instance.checkUrl,
    "SELECT state, done FROM bulk_run WHERE id = $1",
    [runId],
  );
  return run ?? expect.fail("the run is gone");
}

async function trashed(): Promise<number> {
  const [found] = await ask<{ n: number }>(
    instance.checkUrl,
    "SELECT count(*)::int AS n FROM call WHERE state = 'trashed'",
  );
  return found?.n ?? -1;
}

/** Holds one call, as somebody would who changes it just then. */
async function holdCall(callId: string) {
  const client = new pg.Client(poolConfig(instance.checkUrl));
  client.on("error", () => undefined); // a test that failed ends the server under it
  await client.connect();
  await client.query("BEGIN");
  await client.query("SELECT 1 FROM call WHERE id = $1 FOR UPDATE", [callId]);
  return {
    isAwaited: async () => {
      const { rowCount } = await client.query(
        "SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'",
      );
      return (rowCount ?? 0) > 0;
    },
    end: async () => {
      await client.query("ROLLBACK");
      await client.end();
    },
  };
}
