import { DomainError } from "#app/core/domain/errors.ts";
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

export type SentFile = {
  key: string;
  bytes: number;
  mime: string;
  etag: string;
  title: string;
  /** Under which it is saved; absent: the usual one of its type. */
  extension?: string;
};
type Sending = {
  request: Request;
  /** The reader has gone. */
  closed: AbortSignal;
  /** What browsers may keep of it. */
  cache: "private, no-cache" | "no-store";
  isDownload: boolean;
  /** Runs before the first byte leaves, and ends the answer by throwing. `isStart`: the file from its beginning. */
  onSend?: (isStart: boolean) => Promise<void>;
  /** Whether it may go on, asked every second; it is broken off when it may not (reliability §1.4). */
  mayGoOn?: () => Promise<boolean>;
  /** How many bytes have left, once no more will. */
  onSent?: (bytes: number) => void;
};

const ASK_EVERY_MS = 1_000;

/** Streams a stored file: 200, 206, 304 or 416, in chunks of 1 MiB (reliability §8.2). */
export async function sendFile(file: SentFile, sending: Sending): Promise<Response> {
  const { request, closed, isDownload } = sending;
  const extension = file.extension ?? EXTENSION[file.mime] ?? "bin";
  const headers = new Headers({
    "Content-Type": file.mime,
    "Accept-Ranges": "bytes",
    ETag: file.etag,
    "Cache-Control": sending.cache,
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
  const status = range ? 206 : 200;
  if (request.method === "HEAD" || file.bytes === 0) return new Response(null, { status, headers });
  await sending.onSend?.(from === 0);
  try {
    const body = await blobs().range(file.key, from, to);
    closed.addEventListener("abort", () => body.destroy());
    const { onSent } = sending;
    if (onSent) body.once("close", () => onSent(bytesOf(body, to - from + 1)));
    if (sending.mayGoOn) breakOffUnless(sending.mayGoOn, body);
    return respondWith(body, { status, headers });
  } catch (error) {
    if (error instanceof BlobMissing || (error instanceof Error && error.name === "BlobMissing"))
      throw new DomainError("not_found");
    throw error;
  }
}

type Body = Awaited<ReturnType<ReturnType<typeof blobs>["range"]>>;

/** What was read of a file on disk; of another store what was asked for, as it does not say. */
const bytesOf = (body: Body, wanted: number): number =>
  "bytesRead" in body && typeof body.bytesRead === "number" ? body.bytesRead : wanted;

function breakOffUnless(mayGoOn: () => Promise<boolean>, body: Body): void {
  let isAsking = false;
  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    // Without the database nobody knows, and what may be over is over.
    const goesOn = await mayGoOn().catch(() => false);
    isAsking = false;
    if (!goesOn) body.destroy();
  };
  const timer = setInterval(() => void ask(), ASK_EVERY_MS);
  timer.unref();
  body.on("close", () => clearInterval(timer));
}
