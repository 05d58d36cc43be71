import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { isSame } from "#app/core/platform/crypto.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { isDiskFull } from "#app/core/platform/error-facts.ts";
import { authorise, callAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { DomainError } from "../errors.ts";
import { reportFullDisk } from "../notification/notify-members.server.ts";

/** Two seconds of a screen at 1.5 Mbit/s are under 400 KB. */
export const MOST_PIECE_BYTES = 1024 * 1024;
/** Four sources, two seconds each, for twice the longest call: what a browser's recorder never needs. */
const MOST_PIECES = 86_400;
/** The last piece of the longest call may end a little behind it. */
const SLACK_MS = 60_000;
const SOUND = /^audio\/(?:webm|mp4|ogg)(?:;\s*codecs="?[a-z0-9.,-]+"?)?$/i;
const PICTURE = /^video\/(?:webm|mp4)(?:;\s*codecs="?[a-z0-9.,-]+"?)?$/i;

export const PIECE_SOURCES = ["microphone", "tab", "mix", "screen"] as const;
export type PieceSource = (typeof PIECE_SOURCES)[number];

/** Two seconds of one source, as the browser recorded them. Times are ms of the call. */
export type Piece = {
  recordingId: string;
  /** One run of the browser's recorder. */
  part: string;
  seq: number;
  source: PieceSource;
  /** Start of the part. */
  partMs: number;
  /** End of this piece. */
  toMs: number;
  mime: string;
  sha256: Uint8Array;
  body: Uint8Array;
};

/**
 * Takes a piece once, and says so when it is on the disk: the same again is well, other bytes under its number are not.
 * @throws DomainError `not_found`, `consent_blocked`, `unsupported_media`, `payload_too_large`, `validation_failed`
 * (sha256: damaged on the way), `conflict`, `link_ended` (stopped or discarded: it takes none any more), `storage_full`
 */
export async function takePiece(actor: Member, piece: Piece): Promise<void> {
  const { workspaceId } = actor;
  const { recordingId, part, seq, source, body } = piece;
  const place = await findPlace(actor, piece);
  if (!(source === "screen" ? PICTURE : SOUND).test(piece.mime))
    throw new DomainError("unsupported_media");
  const sha256 = new Uint8Array(createHash("sha256").update(body).digest());
  if (body.length === 0 || !isSame(sha256, piece.sha256))
    throw new DomainError("validation_failed", { sha256: ["invalid"] });
  if (await isTaken(place, piece)) return;

  const name = `${part}-${seq}-${Buffer.from(sha256.subarray(0, 6)).toString("hex")}`;
  const key = `${workspaceId}/${recordingId}/local/${name}`;
  await blobs()
    .put(key, Readable.from([body]))
    .catch(async (error: unknown) => {
      if (!isDiskFull(error)) throw error;
      await reportFullDisk(workspaceId);
      throw new DomainError("storage_full");
    });
  if (await write(place, { ...piece, sha256, key })) return;
  // Somebody was quicker: with these bytes, which lie under the same key, or with others.
  await isTaken(place, piece).catch(async (error: unknown) => {
    await blobs().delete(key);
    throw error;
  });
}

type Place = {
  workspaceId: string;
  callId: string;
  participantId: string;
  /** The call clock's zero, ms since 1970. */
  zero: number;
};

async function findPlace(actor: Member, piece: Piece): Promise<Place> {
  const { workspaceId } = actor;
  const { recordingId, source, toMs, partMs, body } = piece;
  const found = await db.recording.findFirst({
    where: { workspaceId, id: recordingId, method: "recorder", call: visible(actor, "live.read") },
    select: {
      state: true,
      callId: true,
      browserRecorders: { select: { bytes: true, pieces: true, memberId: true } },
      call: {
        select: {
          ...callAccess,
          startedAt: true,
          createdAt: true,
          participants: {
            select: { id: true, memberId: true, side: true },
            orderBy: { lane: "asc" },
          },
          consentRecords: { select: { id: true }, take: 1 },
        },
      },
    },
  });
  authorise(actor, "live.host", found?.call ?? null);
  if (!found) throw new DomainError("not_found");
  const { call } = found;
  const [recorder] = found.browserRecorders;
  if (recorder && recorder.memberId !== actor.memberId) throw new DomainError("forbidden");
  // What was thrown away elsewhere is to go from this device as well; what was finished may still be wanted here.
  if (found.state === "discarded") throw new DomainError("link_ended", { "": ["discarded"] });
  if (!isOpen(found.state)) throw new DomainError("link_ended");
  if (!recorder) throw new DomainError("not_found");
  if (call.consentRecords.length === 0) throw new DomainError("consent_blocked");
  const speaker = call.participants.find(({ side }) => side === (source === "tab" ? "C" : "R"));
  if (!speaker) throw new DomainError("invalid_state");
  const longestMs = env().LIMIT_UPLOAD_HOURS * 3_600_000 + SLACK_MS;
  const isTooMuch =
    Number(recorder.bytes) + body.length > env().LIMIT_UPLOAD_BYTES ||
    recorder.pieces >= MOST_PIECES;
  if (toMs > longestMs || partMs > toMs || body.length > MOST_PIECE_BYTES || isTooMuch)
    throw new DomainError("payload_too_large");
  const zero = (call.startedAt ?? call.createdAt).getTime();
  return { workspaceId, callId: found.callId, participantId: speaker.id, zero };
}

const isOpen = (state: string): boolean => state === "receiving" || state === "interrupted";

/** @throws DomainError `conflict` when the number has other bytes */
async function isTaken(
  { workspaceId, callId }: Place,
  { part, seq, sha256 }: Piece,
): Promise<boolean> {
  const known = await db.localChunk.findUnique({
    where: { workspaceId_callId_part_seq: { workspaceId, callId, part, seq } },
    select: { sha256: true },
  });
  if (known && !isSame(known.sha256, sha256)) throw new DomainError("conflict");
  return known !== null;
}

/** The row of a piece that is stored. @returns false where there is one already */
async function write(
  { workspaceId, callId, participantId, zero }: Place,
  piece: Piece & { sha256: Uint8Array<ArrayBuffer>; key: string },
): Promise<boolean> {
  const { recordingId, part, seq, source, partMs, toMs, mime, sha256, key, body } = piece;
  const isWritten = await db.$transaction(async (tx) => {
    // Shared with other pieces; stopping and discarding wait for it, and it for them.
    const [held] = await tx.$queryRaw<{ state: string }[]>`
      SELECT state::text FROM recording WHERE workspace_id = ${workspaceId}::uuid AND id = ${recordingId}::uuid FOR SHARE`;
    if (!held || !isOpen(held.state)) return null;
    const { count } = await tx.localChunk.createMany({
      data: [
        {
          ...{ workspaceId, callId, participantId, part, seq, source, sha256, mime, key },
          ...{ isPrimary: true, t0: BigInt(zero + partMs), bytes: body.length },
        },
      ],
      skipDuplicates: true,
    });
    if (count === 0) return false;
    await tx.$executeRaw`
      UPDATE browser_recorder SET bytes = bytes + ${body.length}, pieces = pieces + 1,
        arrived_ms = greatest(arrived_ms, ${toMs}), length_ms = greatest(length_ms, ${toMs})
      WHERE workspace_id = ${workspaceId}::uuid AND recording_id = ${recordingId}::uuid`;
    return true;
  });
  if (isWritten !== null) return isWritten;
  // The same piece, sent twice, may have been taken just before the end: then these bytes are its own.
  if ((await db.localChunk.count({ where: { workspaceId, callId, part, seq, key } })) > 0)
    return true;
  await blobs().delete(key);
  throw new DomainError("link_ended");
}
