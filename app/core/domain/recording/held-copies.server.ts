import { db, Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { findMemberActor } from "../account/member-actor.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { lockCall } from "../call-lock.server.ts";
import { type RecordingRef, sendStage } from "./stages.server.ts";
import { lockRecording } from "./voice.server.ts";

/** States of a recording that has no use for its bytes: the same file again is not asked about. */
export const WITHOUT_USE = ["discarded", "failed"] as const;
const USELESS = Prisma.sql`('discarded', 'failed')`;
const STATES_GONE = ["trashed", "purged", "empty", "cancelled"] as const;
const GONE = Prisma.sql`('trashed', 'purged', 'empty', 'cancelled')`;
/** A recording that has arrived, of a call that is still there. */
const IN_USE = {
  ...{ state: "uploaded", call: { state: { notIn: [...STATES_GONE] } } },
} as const satisfies Prisma.RecordingWhereInput;
/** At a time; the next sweep goes on. */
const BATCH = 200;

type Held = {
  workspace_id: string;
  recording_id: string;
  call_id: string;
  owner_id: string;
  detail: string | null;
};

/** Recordings that hold the same original as `copy` and have a use for it: aliases `t`, of the call `tc`. */
const duplicatesOf = (copy: { workspace: Prisma.Sql; recording: Prisma.Sql }) => Prisma.sql`
  file mine JOIN file f ON f.workspace_id = mine.workspace_id AND f.sha256 = mine.sha256 AND f.kind = 'original'
    AND f.recording_id <> mine.recording_id
  JOIN recording t ON t.workspace_id = f.workspace_id AND t.id = f.recording_id AND t.state NOT IN ${USELESS}
  JOIN call tc ON tc.workspace_id = t.workspace_id AND tc.id = t.call_id AND tc.state NOT IN ${GONE}
  WHERE mine.workspace_id = ${copy.workspace} AND mine.recording_id = ${copy.recording} AND mine.kind = 'original'`;

/**
 * Uploads that wait for an answer about a call that was refused, discarded or deleted meanwhile go on as if it had never
 * been here; of several copies of one file the first does, and the others are asked about that one.
 * @param of the call that is gone; without it all that wait are looked at
 * @returns how many went on
 */
export async function releaseHeld(
  of?: Pick<RecordingRef, "workspaceId" | "callId">,
): Promise<number> {
  const about = of
    ? Prisma.sql`AND s.workspace_id = ${of.workspaceId}::uuid AND s.detail = ${of.callId}`
    : Prisma.empty;
  const held = await db.$queryRaw<Held[]>`
    SELECT s.workspace_id, s.recording_id, r.call_id, c.owner_id, s.detail
    FROM stage s JOIN recording r ON r.workspace_id = s.workspace_id AND r.id = s.recording_id AND r.state = 'uploaded'
    JOIN call c ON c.workspace_id = r.workspace_id AND c.id = r.call_id AND c.state NOT IN ${GONE}
    WHERE s.name = 'inspect' AND s.state = 'waiting' AND s.cause = 'duplicate' ${about}
      AND NOT EXISTS (
        SELECT 1 FROM ${duplicatesOf({ workspace: Prisma.sql`s.workspace_id`, recording: Prisma.sql`s.recording_id` })}
          AND tc.id::text = s.detail)
    ORDER BY r.created_at, r.id LIMIT ${BATCH}`;
  let count = 0;
  for (const one of held) {
    const owner = await findMemberActor(one.workspace_id, one.owner_id);
    if (await db.$transaction((tx) => release(tx, one, owner))) count += 1;
  }
  return count;
}

/**
 * @param owner null where they are no active member any more: they are asked nothing
 * @returns whether it goes on; false where it is asked about another copy, was answered, or its call went meanwhile
 */
async function release(tx: Tx, one: Held, owner: Member | null): Promise<boolean> {
  const { workspace_id: workspaceId, recording_id: recordingId, call_id: callId } = one;
  const ref: RecordingRef = { workspaceId, recordingId, callId };
  await lockRecording(tx, ref); // before the call, as who discards it does
  await lockCall(tx, ref);
  const other = owner && (await otherCopy(tx, one, owner));
  const { count } = await tx.stage.updateMany({
    where: {
      ...{ workspaceId, recordingId, name: "inspect", state: "waiting", cause: "duplicate" },
      ...{ detail: one.detail, recording: IN_USE },
    },
    data: other === null ? { cause: null, detail: null } : { detail: other },
  });
  if (count === 0) return false;
  if (other === null) await sendStage(tx, ref, "inspect");
  await publishPipelineChanged(tx, ref);
  return other === null;
}

/** A call that has the file and waits for no answer itself, as far as the owner may know of it. */
async function otherCopy(tx: Tx, one: Held, owner: Member): Promise<string | null> {
  const found = await tx.$queryRaw<{ call_id: string }[]>`
    SELECT t.call_id
    FROM ${duplicatesOf({ workspace: Prisma.sql`${one.workspace_id}::uuid`, recording: Prisma.sql`${one.recording_id}::uuid` })}
      AND EXISTS (
        SELECT 1 FROM call c WHERE c.workspace_id = tc.workspace_id AND c.id = tc.id AND ${visibleSql(owner, "call.read")})
      AND NOT EXISTS (
        SELECT 1 FROM stage q WHERE q.workspace_id = t.workspace_id AND q.recording_id = t.id AND q.cause = 'duplicate')
    ORDER BY t.created_at, t.id LIMIT 1`;
  return found[0]?.call_id ?? null;
}
