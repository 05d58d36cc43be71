import { db, Prisma, rows } from "#app/core/platform/db.server.ts";

/** One recorder's row: a call and the room it sits in. */
export type RecorderRef = { workspaceId: string; callId: string; room: string };
/** What a supervisor needs to run a recorder. Times of the call clock count from `t0MonoNs` of the boot `boot`. */
export type RecorderLease = RecorderRef & {
  attempt: number;
  boot: string;
  t0MonoNs: bigint;
  /** Folder of the recorder's files, as `startCall` wrote it. */
  dir: string;
  /** How long ago the call's zero was by the database's clock, ms: for another host or boot. */
  ageMs: number;
};

/** A dead supervisor is replaced after this (reliability §7); who lives renews every 10 s. */
const LEASE_SECONDS = 30;

type Row = { attempt: number; boot: string; t0_mono_ns: string; dir: string; age_ms: number };

/**
 * Takes the lease, or renews it. A transaction of its own: `now()` is its start.
 * @param dead a former owner that is known to be gone, whose lease need not run out
 * @returns null when another worker has the call
 */
export async function claimRecorder(
  { workspaceId, callId, room }: RecorderRef,
  owner: string,
  dead: string | null = null,
): Promise<RecorderLease | null> {
  const [row] = await db.$queryRaw<Row[]>`
    UPDATE live_recorder SET owner = ${owner}, lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    WHERE workspace_id = ${workspaceId}::uuid AND call_id = ${callId}::uuid AND room = ${room}
      AND (owner IS NULL OR owner = ${owner} OR owner = ${dead} OR lease_until < now())
    RETURNING attempt, boot, t0_mono_ns::text, dir, (extract(epoch FROM now() - created_at) * 1000)::float8 AS age_ms`;
  if (!row) return null;
  const { attempt, boot, dir } = row;
  const t0MonoNs = BigInt(row.t0_mono_ns);
  return { workspaceId, callId, room, attempt, boot, t0MonoNs, dir, ageMs: row.age_ms };
}

/** @returns whether the lease is still this owner's */
export async function renewRecorder(ref: RecorderRef, owner: string): Promise<boolean> {
  const count = await db.$executeRaw`
    UPDATE live_recorder SET lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    WHERE workspace_id = ${ref.workspaceId}::uuid AND call_id = ${ref.callId}::uuid AND room = ${ref.room} AND owner = ${owner}`;
  return count > 0;
}

/** Gives the call back at once: the next worker need not wait. */
export async function releaseRecorder(ref: RecorderRef, owner: string): Promise<void> {
  await db.$executeRaw`
    UPDATE live_recorder SET owner = NULL, lease_until = NULL
    WHERE workspace_id = ${ref.workspaceId}::uuid AND call_id = ${ref.callId}::uuid AND room = ${ref.room} AND owner = ${owner}`;
}

/** The call goes on in another boot or on another host: its zero is set anew on that clock. */
export async function rebaseRecorder(
  { workspaceId, callId, room }: RecorderRef,
  boot: string,
  t0MonoNs: bigint,
): Promise<void> {
  await db.liveRecorder.updateMany({
    where: { workspaceId, callId, room },
    data: { boot, t0MonoNs },
  });
}

/** What the newest recorder is. `seenAt` moves while it records. */
export async function noteRecorder(
  { workspaceId, callId, room }: RecorderRef,
  is: { attempt?: number; pid?: number | null; state?: string; isSeen?: boolean },
): Promise<void> {
  const { isSeen = false, ...data } = is;
  await db.liveRecorder.updateMany({
    where: { workspaceId, callId, room },
    data: { ...data, ...(isSeen && { seenAt: new Date() }) },
  });
}

export type WaitingRecorder = RecorderRef & { owner: string | null; isFree: boolean };

/** Recorders of calls that run, with who has them; `isFree`: anybody may claim it. */
export async function listRecorders(): Promise<WaitingRecorder[]> {
  const found = await rows<{
    workspace_id: string;
    call_id: string;
    room: string;
    owner: string | null;
    is_free: boolean;
  }>(Prisma.sql`
    SELECT r.workspace_id, r.call_id, r.room, r.owner, (r.owner IS NULL OR r.lease_until IS NULL OR r.lease_until < now()) AS is_free
    FROM live_recorder r JOIN call c ON c.workspace_id = r.workspace_id AND c.id = r.call_id
    WHERE c.state IN ('scheduled', 'live') AND c.kind = 'room'`);
  return found.map(
    ({ workspace_id: workspaceId, call_id: callId, room, owner, is_free: isFree }) => ({
      workspaceId,
      callId,
      room,
      owner,
      isFree,
    }),
  );
}
