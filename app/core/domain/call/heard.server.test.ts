import { beforeEach, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { listRecordings } from "#app/core/pages/recordings.server.ts";
import { parseRecordingsQuery } from "#app/core/pages/recordings-query.ts";
import {
  aCall,
  aMember,
  aRecording,
  aTeam,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { heardForm } from "./heard.schema.ts";
import { recordHeard } from "./heard.server.ts";
import { listWatchers, noteOpened } from "./who-watched.server.ts";

let owner: SignedIn;
let mate: SignedIn;
let callId: string;
const MINUTES_10 = 600_000;

beforeEach(async () => {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  owner = await aMember(workspace, { teams: [team] });
  mate = await aMember(workspace, { teams: [team], name: "Aki" });
  const call = await aCall(owner, { durationMs: MINUTES_10 });
  await aRecording(call, { durationMs: MINUTES_10 });
  callId = call.id;
  await db.$executeRaw`DELETE FROM rate_limit`;
});

const hear = (actor: SignedIn, ...ranges: [number, number][]) =>
  recordHeard(
    actor,
    callId,
    ranges.map(([from, to]) => ({ t0Ms: from * 1000, t1Ms: to * 1000 })),
  );
const viewOf = ({ memberId }: SignedIn) =>
  db.callView.findMany({ where: { callId, memberId }, select: { seconds: true } });
const reviewedAt = async () =>
  (await db.call.findFirstOrThrow({ where: { id: callId } })).reviewedAt;
const call = () => ({ id: callId, durationMs: MINUTES_10 });

test("what is heard on several visits adds up in one row, each second once", async () => {
  await noteOpened(mate, callId);
  await hear(mate, [0, 10], [100, 110]);
  await db.$executeRaw`UPDATE call_view SET seen_at = now() - interval '2 hours'`;
  await noteOpened(mate, callId);
  await hear(mate, [5, 20]);
  expect(await viewOf(mate)).toEqual([{ seconds: 30 }]);
  expect(await listWatchers(owner, call())).toMatchObject([
    { name: "Aki", times: 2, seconds: 30, share: 0.05 },
  ]);
});

test("two tabs that send at once lose nothing", async () => {
  await noteOpened(mate, callId);
  await Promise.all([0, 1, 2, 3, 4, 5].map((at) => hear(mate, [at * 10, at * 10 + 10])));
  expect(await viewOf(mate)).toEqual([{ seconds: 60 }]);
});

test("what lies outside of the call does not count", async () => {
  await noteOpened(mate, callId);
  await hear(mate, [590, 2_000], [700, 800]);
  expect(await viewOf(mate)).toEqual([{ seconds: 10 }]);
});

test("who opened a call and heard nothing of it is there with none", async () => {
  await noteOpened(mate, callId);
  expect(await listWatchers(owner, call())).toMatchObject([{ seconds: 0, share: 0 }]);
});

test("a call is reviewed once somebody else heard a minute of it, and stays so", async () => {
  const listed = async (reviewed: string) => {
    const { query } = parseRecordingsQuery(new URLSearchParams({ reviewed }));
    return (await listRecordings(owner, query)).rows.map(({ reviewedAt }) => reviewedAt !== null);
  };
  await noteOpened(owner, callId);
  await noteOpened(mate, callId);
  await hear(owner, [0, 600]);
  await hear(mate, [0, 59]);
  expect([await reviewedAt(), await listed("yes"), await listed("no")]).toEqual([
    null,
    [],
    [false],
  ]);
  await hear(mate, [59, 60]);
  const first = await reviewedAt();
  expect(first).not.toBeNull();
  await hear(mate, [60, 300]);
  expect([await reviewedAt(), await listed("yes"), await listed("no")]).toEqual([
    first,
    [true],
    [],
  ]);
});

test("a quarter of a short call is a review of it", async () => {
  await db.call.updateMany({ where: { id: callId }, data: { durationMs: 40_000 } });
  await noteOpened(mate, callId);
  await hear(mate, [0, 9]);
  expect(await reviewedAt()).toBeNull();
  await hear(mate, [20, 21]);
  expect(await reviewedAt()).not.toBeNull();
});

test("who may not play a call, or never opened it, is heard nowhere, and no entry is made", async () => {
  const stranger = await aMember(await aWorkspace());
  const other = await aMember({ id: owner.workspaceId });
  for (const actor of [stranger, other])
    await expect(hear(actor, [0, 10])).rejects.toMatchObject({ code: "not_found" });
  await expect(hear(mate, [0, 10])).rejects.toMatchObject({ code: "invalid_state" });
  expect(await db.callView.count({ where: { callId } })).toBe(0);
  await noteOpened(mate, callId);
  await hear(mate, [0, 100]);
  const entries = await db.auditEntry.findMany({ where: { workspaceId: owner.workspaceId } });
  expect(entries.map(({ event }) => event)).toEqual(["call.opened"]);
});

test("a player that sends without end has to wait", async () => {
  await noteOpened(mate, callId);
  for (let sent = 0; sent < 120; sent += 1) await hear(mate, [0, 1]);
  await expect(hear(mate, [0, 1])).rejects.toMatchObject({ code: "rate_limited" });
});

test.each([
  [{}],
  [{ ranges: [] }],
  [{ ranges: [{ t0Ms: 5, t1Ms: 5 }] }],
  [{ ranges: [{ t0Ms: 9, t1Ms: 5 }] }],
  [{ ranges: [{ t0Ms: -1, t1Ms: 5 }] }],
  [{ ranges: [{ t0Ms: 0.5, t1Ms: 5 }] }],
  [{ ranges: [{ t0Ms: 0, t1Ms: 1e12 }] }],
  [{ ranges: [[0, 5]] }],
  [{ ranges: "all" }],
  [{ ranges: Array.from({ length: 201 }, () => ({ t0Ms: 0, t1Ms: 5 })) }],
])("%j is nothing that was heard", (sent) => {
  expect(heardForm.safeParse(sent).success).toBe(false);
});
