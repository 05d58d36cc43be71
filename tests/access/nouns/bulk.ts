import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { type SignedIn, aCall } from "#tests/support/factories.ts";
import { type Fixtures, type Ids, part } from "../noun.ts";

const RUNS = ["runId", "openRunId"] as const;
declare module "../noun.ts" {
  interface Kinds extends Ids<typeof RUNS> {}
}

const runs = part(RUNS, ({ actor }) => someRuns(actor));

/** Runs over many calls: one that is over and can be put back, and one that waits. */
async function someRuns(actor: SignedIn) {
  const { workspaceId, memberId } = actor;
  const { id: callId } = await aCall(actor, {
    ...{ state: "trashed", stateBefore: "available", trashedAt: new Date() },
  });
  const [runId, openRunId] = [newId(), newId()];
  const input = { order: { kind: "delete" }, undoes: null, isCut: false };
  for (const [id, state] of [
    [runId, "done"],
    [openRunId, "queued"],
  ] as const) {
    const ofRun = { workspaceId, id, memberId, kind: "delete", input, state, total: 1 };
    await db.bulkRun.create({ data: ofRun });
    const isDone = state === "done" && { outcome: "done", undo: {} };
    await db.bulkRow.create({ data: { workspaceId, runId: id, ord: 0, callId, ...isDone } });
  }
  return { runId, openRunId };
}

export const fixtures: Fixtures = {
  parts: [runs],
};
