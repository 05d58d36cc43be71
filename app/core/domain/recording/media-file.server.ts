import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { notePrivateOpening } from "../rights/private-access.server.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";

export type MediaFile = {
  fileId: string;
  key: string;
  bytes: number;
  mime: string;
  etag: string;
  title: string;
  kind: string;
  callId: string;
};

type Row = {
  id: string;
  key: string;
  bytes: number;
  mime: string;
  sha256: Buffer;
  title: string;
  kind: string;
  call_id: string;
};

/**
 * A stored file the actor may play, or, of an original, may download. Asked on every byte request.
 * @throws DomainError `not_found`
 */
export async function getMediaFile(actor: Member, fileId: string): Promise<MediaFile> {
  const select = (permission: "media.play" | "media.original", kinds: Prisma.Sql) => Prisma.sql`
    SELECT f.id, f.key, f.bytes, f.mime, f.sha256, f.kind, c.title, c.id AS call_id
    FROM file f
    JOIN recording r ON r.workspace_id = f.workspace_id AND r.id = f.recording_id AND r.media_removed_at IS NULL AND r.state <> 'discarded'
    JOIN call c ON c.workspace_id = r.workspace_id AND c.id = r.call_id
    WHERE f.workspace_id = ${actor.workspaceId}::uuid AND f.id = ${fileId}::uuid AND ${kinds} AND ${visibleSql(actor, permission)}`;
  const [row] = await rows<Row>(
    Prisma.sql`
    ${select("media.play", Prisma.sql`f.kind <> 'original'`)} UNION ALL ${select("media.original", Prisma.sql`f.kind = 'original'`)}`,
    { isPrepared: true },
  );
  if (!row) throw new DomainError("not_found");
  await notePrivateOpening(actor, row.call_id);
  return {
    fileId: row.id,
    key: row.key,
    bytes: row.bytes,
    mime: row.mime,
    etag: `"${row.sha256.toString("hex").slice(0, 32)}"`,
    title: row.title,
    kind: row.kind,
    callId: row.call_id,
  };
}

/** A download is an entry of the user log (product §26). */
export async function noteDownload(actor: Member, file: MediaFile): Promise<void> {
  await db.$transaction((tx) =>
    record(
      tx,
      actor,
      "media.downloaded",
      { kind: "call", id: file.callId },
      { after: { file: file.fileId, kind: file.kind } },
    ),
  );
}
