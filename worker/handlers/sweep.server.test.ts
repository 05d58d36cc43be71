import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { asSystem } from "#app/core/domain/access/actor.ts";
import { record } from "#app/core/domain/audit/record.server.ts";
import { createQueues } from "#app/core/jobs/queues.server.ts";
import { boss } from "#app/core/platform/boss.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { log } from "#app/core/platform/log.server.ts";
import { withClient } from "#prisma/connection.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { takeJobs } from "../handle.ts";
import { SWEEPS } from "../sweeps/all.ts";
import { openWorkerContext, type WorkerContext } from "../context.ts";
import { HANDLERS } from "./all.ts";

const errors = vi.spyOn(log, "error");
const stopping = new AbortController();
let context: WorkerContext;
let refresh: WorkerContext["refresh"];
await queueForFile();
beforeAll(async () => {
  await createQueues(boss);
  context = await openWorkerContext();
  ({ refresh } = context);
  await takeJobs(
    HANDLERS,
    ["maintenance"],
    { ...context, refresh: () => refresh() },
    stopping.signal,
  );
});
afterEach(() => errors.mockClear());
afterAll(async () => {
  errors.mockRestore();
  stopping.abort();
  await context.close();
});

/** Runs a round as the queue does. @returns how its job ended */
async function round(
  name: "sweep.minute" | "sweep.night",
): Promise<{ state: string; output: unknown }> {
  const id = await boss.send(name, { v: 1 }, { singletonKey: name });
  if (id === null) throw new Error("The round before this one still runs.");
  return vi.waitFor(
    async () => {
      const [job] = await boss.findJobs(name, { id });
      if (job?.state !== "completed" && job?.state !== "failed") throw new Error("not done yet");
      return { state: job.state, output: job.output };
    },
    { timeout: 120_000, interval: 50 },
  );
}
/** What was logged as an error since the last test: fields and message of each. */
const said = (): readonly unknown[][] => errors.mock.calls;

/** An hour of private access that is over, of whose end nobody has said a word yet. */
async function anOverdueAccess({ workspaceId, memberId, sessionId }: SignedIn) {
  const id = newId();
  const expiresAt = new Date(Date.now() - 60_000);
  await db.privateAccess.create({
    data: { id, workspaceId, memberId, sessionId, reason: "an incident", expiresAt },
  });
  return async () =>
    (await db.privateAccess.findFirstOrThrow({ where: { workspaceId, id } })).endedAt !== null;
}

test("every sweep has a name of its own", () => {
  const names = SWEEPS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z_]+\.[a-z]+$/);
});

test("a sweep that throws takes no other with it; the job says which it was, and the next minute runs", async () => {
  const admin = await aMember(await aWorkspace(), { role: "admin" });
  const isEnded = await anOverdueAccess(admin);
  const look = refresh;
  refresh = () => Promise.reject(Object.assign(new Error("/secret/path"), { code: "EIO" }));
  expect(await round("sweep.minute")).toMatchObject({
    state: "failed",
    output: { message: "Sweeps failed: part.look", sweeps: ["part.look"] },
  });
  expect(await isEnded()).toBe(true);
  expect(said()).toMatchObject([
    [{ sweep: "part.look", err: { name: "Error", code: "EIO" } }, "a sweep failed"],
    [{ job: "sweep.minute", err: { name: "SweepsFailed", code: "part.look" } }, "job failed"],
  ]);
  expect(JSON.stringify(said())).not.toContain("/secret/path");

  refresh = look;
  const isNextEnded = await anOverdueAccess(admin);
  expect(await round("sweep.minute")).toMatchObject({ state: "completed" });
  expect(await isNextEnded()).toBe(true);
  expect(said()).toHaveLength(2);
});

test("an upload that cannot be removed keeps no night from checking chains and cutting old logs", async () => {
  const [broken, old] = [await aMember(await aWorkspace()), await aMember(await aWorkspace())];
  const { workspaceId, memberId } = broken;
  await db.upload.create({
    data: {
      ...{ id: newId(), workspaceId, memberId, purpose: "recording", name: "a.wav", total: 1n },
      ...{ state: "receiving", key: "../outside", data: {}, expiresAt: new Date(0) },
    },
  });
  await db.$transaction((tx) => record(tx, asSystem(workspaceId, "test"), "recording.failed"));
  await withClient(process.env["DATABASE_OWNER_URL"] ?? "", async (client) => {
    await client.query("GRANT DELETE ON audit_seal TO CURRENT_USER");
    await client.query("DELETE FROM audit_seal WHERE workspace_id = $1", [workspaceId]);
    await client.query(
      `INSERT INTO audit_entry (workspace_id, id, log, event, actor_kind, actor, created_at)
       VALUES ($1, $2, 'user', 'call.opened', 'member', $3, now() - interval '500 days')`,
      [old.workspaceId, newId(), old.memberId],
    );
  });

  expect(await round("sweep.night")).toMatchObject({
    state: "failed",
    output: { sweeps: ["upload.expire"] },
  });
  expect(said()).toContainEqual([{ workspaces: [workspaceId] }, "an audit chain does not hold"]);
  const events = await db.auditEntry.findMany({
    where: { workspaceId: old.workspaceId },
    select: { event: true },
  });
  expect(events.map(({ event }) => event)).toContain("log.cut");
  expect(events.map(({ event }) => event)).not.toContain("call.opened");
});
