import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { captionsOf } from "../cut/captions.ts";
import { CARD_MS } from "../cut/card.ts";
import { DomainError } from "../errors.ts";
import { playableSql } from "./asked-clips.server.ts";
import { getClipWords } from "./clip-words.server.ts";

/** A file of a clip, for who may play the clip: whether they may open its call is not asked. */
export type ClipFile = {
  clipId: string;
  kind: "mix" | "peaks" | "mp3" | "mp4";
  key: string;
  bytes: number;
  mime: string;
  etag: string;
  title: string;
};

type Row = Omit<ClipFile, "bytes" | "etag"> & {
  bytes: bigint;
  sha256: Buffer;
  isWithdrawn: boolean;
};

/** Somebody who is heard took their consent back: their call is in no clip from then on. */
const withdrawn = Prisma.sql`EXISTS (SELECT 1 FROM participant p
  WHERE p.workspace_id = cl.workspace_id AND p.call_id = cl.call_id AND p.consent = 'withdrawn')`;

/** What is kept is what was saved last, and a picture shows no words that were corrected or redacted since. */
const current = Prisma.sql`EXISTS (SELECT 1 FROM cut_output o
  WHERE o.workspace_id = k.workspace_id AND o.cut_id = k.id AND o.revision = cl.revision
    AND (f.mime LIKE 'audio/%' OR o.words_version IS NOT DISTINCT FROM (SELECT t.number FROM transcript t
      WHERE t.workspace_id = cl.workspace_id AND t.call_id = cl.call_id AND t.is_current)))`;

/**
 * A file of a clip the actor may play: sound or a waveform as it was made last, or one that it is kept as. Asked on every byte request.
 * @throws DomainError `not_found`, `consent_blocked`
 */
export async function getClipFile(actor: Member, fileId: string): Promise<ClipFile> {
  const [row] = await rows<Row>(
    Prisma.sql`
    SELECT cl.id AS "clipId", f.kind, f.key, f.bytes, f.mime, f.sha256, cl.title, ${withdrawn} AS "isWithdrawn"
    FROM cut_file f JOIN cut k ON k.workspace_id = f.workspace_id AND k.id = f.cut_id
    JOIN clip cl ON cl.workspace_id = k.workspace_id AND cl.id = k.clip_id
    WHERE f.workspace_id = ${actor.workspaceId}::uuid AND f.id = ${fileId}::uuid AND ${playableSql(actor)}
      AND (f.kind IN ('mix', 'peaks') OR ${current})`,
    { isPrepared: true },
  );
  if (!row) throw new DomainError("not_found");
  const { bytes, sha256, isWithdrawn, ...file } = row;
  if (isWithdrawn) throw new DomainError("consent_blocked");
  return {
    ...file,
    bytes: Number(bytes),
    etag: `"${sha256.toString("hex").slice(0, 32)}"`,
  };
}

/** A download is an entry of the user log (product §26). */
export const noteClipDownload = (actor: Member, { clipId, kind }: ClipFile): Promise<void> =>
  db.$transaction((tx) =>
    record(tx, actor, "media.downloaded", { kind: "clip", id: clipId }, { after: { file: kind } }),
  );

/**
 * The words of a clip as captions or as text. Captions lie beside the video and are read by its clock, which begins with
 * the title card; text is on the clip's own.
 * @throws DomainError `not_found`, `consent_blocked`, `invalid_state` until there are words of the newest transcript:
 * corrected and redacted ones are read nowhere else
 */
export async function exportClipWords(
  actor: Member,
  clipId: string,
  format: "vtt" | "txt",
): Promise<{ title: string; body: string; mime: string }> {
  const { words, title, card, language } = await getClipWords(actor, clipId);
  const beforeMs = format === "vtt" && card !== null ? CARD_MS : 0;
  await db.$transaction((tx) =>
    record(tx, actor, "transcript.exported", { kind: "clip", id: clipId }, { after: { format } }),
  );
  return { title, ...captionsOf(words, { title, language, beforeMs }, format) };
}
