import type { Member } from "#app/core/domain/access/actor.ts";
import { DomainError } from "#app/core/domain/errors.ts";
import { getMediaFile, noteDownload } from "#app/core/domain/recording/media-file.server.ts";
import { BlobMissing } from "#app/core/platform/blob/blob.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { attachment } from "./attachment.server.ts";
import { byteRange } from "./byte-range.ts";
import { respondWith } from "./node-body.server.ts";

const EXTENSION: Record<string, string> = {
  "audio/mp4": "m4a",
  "audio/mpeg": "mp3",
  "audio/wav": "wav",
  "audio/flac": "flac",
  "audio/ogg": "ogg",
  "audio/aac": "aac",
  "audio/webm": "webm",
  "video/mp4": "mp4",
  "video/quicktime": "mov",
  "video/webm": "webm",
  "video/x-matroska": "mkv",
};

/** Streams a file to a member: 200, 206, 304 or 416, in chunks of 1 MiB (reliability §8.2). */
export async function openMedia(
  actor: Member,
  fileId: string,
  request: Request,
  closed: AbortSignal,
): Promise<Response> {
  const file = await getMediaFile(actor, fileId);
  const isDownload = new URL(request.url).searchParams.has("download");
  const extension = EXTENSION[file.mime] ?? "bin";
  const headers = new Headers({
    "Content-Type": file.mime,
    "Accept-Ranges": "bytes",
    ETag: file.etag,
    "Cache-Control": "private, no-cache",
    "Content-Disposition": isDownload ? attachment(`${file.title}.${extension}`) : "inline",
  });
  if (request.headers.get("if-none-match") === file.etag)
    return new Response(null, { status: 304, headers });

  const wanted = request.headers.get("if-range") ?? file.etag;
  const range = wanted === file.etag ? byteRange(request.headers.get("range"), file.bytes) : null;
  if (range === "unsatisfiable") {
    headers.set("Content-Range", `bytes */${file.bytes}`);
    return new Response(null, { status: 416, headers });
  }
  const { from, to } = range ?? { from: 0, to: file.bytes - 1 };
  headers.set("Content-Length", String(to - from + 1));
  if (range) headers.set("Content-Range", `bytes ${from}-${to}/${file.bytes}`);
  if (isDownload && from === 0 && request.method === "GET") await noteDownload(actor, file);
  const status = range ? 206 : 200;
  if (request.method === "HEAD" || file.bytes === 0) return new Response(null, { status, headers });
  try {
    const body = await blobs().range(file.key, from, to);
    closed.addEventListener("abort", () => body.destroy());
    return respondWith(body, { status, headers });
  } catch (error) {
    if (error instanceof BlobMissing || (error instanceof Error && error.name === "BlobMissing"))
      throw new DomainError("not_found");
    throw error;
  }
}
