import { Readable } from "node:stream";
import { createHash } from "node:crypto";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { isSame } from "#app/core/platform/crypto.server.ts";
import { db, Prisma } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { DomainError } from "../errors.ts";

/** Two seconds at 48 kbit/s are 13 KB; a browser that sends ten times that is not ours. */
export const MOST_CHUNK_BYTES = 256 * 1024;
/** Six hours at twice the usual rate, for each person of a call. */
export const MOST_COPY_BYTES = 300 * 1024 * 1024;
/** `MediaRecorder.start(2000)` (live §8); the page sends what it measured. */
const CHUNK_MS = 2_000;
/** Clocks of browser and server agree no better than this after correction. */
const LOOSE_MS = 250;
/** Unfinished copies are taken for as long as unfinished uploads (product §6). */
const OPEN_MS = 7 * 86_400_000;
const MIMES = /^audio\/(?:webm|mp4|ogg)(?:;\s*codecs="?[a-z0-9.,-]+"?)?$/i;

/** A piece of a member's own microphone, as the browser kept it. Times are the browser's clock, ms since 1970. */
export type Chunk = {
  callId: string;
  part: string;
  seq: number;
  /** Start of the part. */
  t0: number;
  /** What the piece spans, measured by the page; null: two seconds each from the start of the part. */
  span: { from: number; to: number } | null;
  /** The browser's now when it sent this: what its clock is off by; null: taken as right. */
  sentAt: number | null;
  mime: string;
  sha256: Uint8Array;
  body: Uint8Array;
};

/**
 * Takes a piece of the safety copy once: the same again is well, other bytes under its number are not.
 * Only who took part in the call sends, only their own, and never what was said while the recording was paused.
 * @throws DomainError `not_found`, `unsupported_media`, `payload_too_large` (piece, or all of the call),
 * `validation_failed` (sha256: damaged on the way, send it again), `conflict`, `invalid_state` (not recorded),
 * `link_ended` (the call takes none any more)
 * @returns false: not kept, because the recording was paused; that is nobody's mistake, the pause was quicker
 */
export async function takeChunk(actor: Member, chunk: Chunk): Promise<boolean> {
  const place = await findPlace(actor, chunk.callId);
  if (!MIMES.test(chunk.mime)) throw new DomainError("unsupported_media");
  if (chunk.body.length > MOST_CHUNK_BYTES) throw new DomainError("payload_too_large");
  const sha256 = new Uint8Array(createHash("sha256").update(chunk.body).digest());
  if (chunk.body.length === 0 || !isSame(sha256, chunk.sha256))
    throw new DomainError("validation_failed", { sha256: ["invalid"] });
  if (await isTaken(place, chunk)) return true;
  if (isPaused(place, spanOf(chunk, place.zero))) return false;
  await refuseOverfull(place, chunk.body.length);

  const { workspaceId, callId, participantId, recordingId } = place;
  // The hash in the name: a second sender of the number cannot replace the first one's bytes.
  const name = `${chunk.part}-${chunk.seq}-${Buffer.from(sha256.subarray(0, 6)).toString("hex")}`;
  const key = `${workspaceId}/${recordingId}/local/${name}`;
  await blobs().put(key, Readable.from([chunk.body]));
  const { count } = await db.localChunk.createMany({
    data: [
      {
        workspaceId,
        callId,
        participantId,
        part: chunk.part,
        seq: chunk.seq,
        source: "microphone",
        t0: BigInt(chunk.t0 + skewOf(chunk)),
        bytes: chunk.body.length,
        sha256,
        mime: chunk.mime,
        key,
      },
    ],
    skipDuplicates: true,
  });
  if (count > 0) return true;
  // Somebody was quicker: with these bytes, which lie under the same key, or with others.
  await isTaken(place, chunk).catch(async (error: unknown) => {
    await blobs().delete(key);
    throw error;
  });
  return true;
}

type Place = {
  workspaceId: string;
  callId: string;
  recordingId: string;
  participantId: string;
  /** The call clock's zero, ms since 1970. */
  zero: number;
  pauses: { t0Ms: number; t1Ms: number | null }[];
};

/** The member's own lane of the call. Anybody else's call does not exist, nor does one they only watched. */
async function findPlace({ workspaceId, memberId }: Member, callId: string): Promise<Place> {
  const found = await db.call.findFirst({
    where: { workspaceId, id: callId, participants: { some: { memberId } } },
    select: {
      state: true,
      startedAt: true,
      endedAt: true,
      createdAt: true,
      participants: {
        where: { memberId },
        orderBy: { lane: "asc" },
        select: { id: true, isRecorded: true },
        take: 1,
      },
      recordings: {
        where: { method: "room" },
        select: { id: true, state: true, mediaRemovedAt: true },
        take: 1,
      },
      callSpans: { where: { kind: "pause" }, select: { t0Ms: true, t1Ms: true } },
    },
  });
  const [person] = found?.participants ?? [];
  const [recording] = found?.recordings ?? [];
  if (!found || !person || !recording) throw new DomainError("not_found");
  const isOver = found.endedAt !== null && found.endedAt.getTime() < now().getTime() - OPEN_MS;
  const isClosed = ["empty", "cancelled", "trashed", "purged"].includes(found.state);
  if (isOver || isClosed || recording.mediaRemovedAt !== null || recording.state === "discarded")
    throw new DomainError("link_ended");
  if (!person.isRecorded) throw new DomainError("invalid_state");
  return {
    workspaceId,
    callId,
    recordingId: recording.id,
    participantId: person.id,
    zero: (found.startedAt ?? found.createdAt).getTime(),
    pauses: found.callSpans,
  };
}

/** What the browser's clock is behind ours. */
const skewOf = ({ sentAt }: Chunk): number =>
  sentAt === null ? 0 : Math.round(now().getTime() - sentAt);

/** On the call clock. */
function spanOf(chunk: Chunk, zero: number): { t0Ms: number; t1Ms: number } {
  const from = chunk.span?.from ?? chunk.t0 + chunk.seq * CHUNK_MS;
  const to = chunk.span?.to ?? from + CHUNK_MS;
  const shift = skewOf(chunk) - zero;
  return { t0Ms: from + shift, t1Ms: to + shift };
}

/** Whether some of it was said while the recording was paused. */
const isPaused = ({ pauses }: Place, { t0Ms, t1Ms }: { t0Ms: number; t1Ms: number }): boolean =>
  pauses.some(
    (pause) =>
      t1Ms > pause.t0Ms + LOOSE_MS && (pause.t1Ms === null || t0Ms < pause.t1Ms - LOOSE_MS),
  );

/** @throws DomainError `conflict` when the number has other bytes, or another owner */
async function isTaken(
  { workspaceId, callId, participantId }: Place,
  { part, seq, sha256 }: Chunk,
): Promise<boolean> {
  const known = await db.localChunk.findUnique({
    where: { workspaceId_callId_part_seq: { workspaceId, callId, part, seq } },
    select: { participantId: true, sha256: true },
  });
  if (!known) return false;
  if (known.participantId !== participantId || !isSame(known.sha256, sha256))
    throw new DomainError("conflict");
  return true;
}

async function refuseOverfull(
  { workspaceId, callId, participantId }: Place,
  bytes: number,
): Promise<void> {
  const { _sum: sum } = await db.localChunk.aggregate({
    where: { workspaceId, callId, participantId },
    _sum: { bytes: true },
  });
  if ((sum.bytes ?? 0) + bytes > MOST_COPY_BYTES) throw new DomainError("payload_too_large");
}

/**
 * Deletes pieces that turn out to lie in a pause: they were on their way when it began. Parts are placed by
 * their start and two seconds a piece, so a piece beside a pause may go as well; the recorder has it.
 * @returns how many
 */
export async function dropPausedChunks(workspaceId: string, callId: string): Promise<number> {
  const lying = await db.$queryRaw<{ part: string; seq: number; key: string }[]>(Prisma.sql`
    SELECT k.part::text, k.seq, k.key FROM local_chunk k
    JOIN call c ON c.workspace_id = k.workspace_id AND c.id = k.call_id
    CROSS JOIN LATERAL (SELECT k.t0 + k.seq * ${CHUNK_MS}::bigint
      - (extract(epoch FROM coalesce(c.started_at, c.created_at)) * 1000)::bigint AS from_ms) at
    WHERE k.workspace_id = ${workspaceId}::uuid AND k.call_id = ${callId}::uuid AND EXISTS (
      SELECT 1 FROM call_span s WHERE s.workspace_id = k.workspace_id AND s.call_id = k.call_id AND s.kind = 'pause'
        AND at.from_ms + ${CHUNK_MS} > s.t0_ms + ${LOOSE_MS} AND (s.t1_ms IS NULL OR at.from_ms < s.t1_ms - ${LOOSE_MS}))`);
  for (const { part, seq, key } of lying) {
    await blobs().delete(key);
    await db.localChunk.deleteMany({ where: { workspaceId, callId, part, seq } });
  }
  return lying.length;
}
