import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  json,
  redirect,
  unstable_parseMultipartFormData,
  type UploadHandlerPart,
} from "@remix-run/node";
import type { Member } from "#app/core/domain/access/actor.ts";
import { DomainError, ERRORS } from "#app/core/domain/errors.ts";
import { textOfBytes } from "#app/core/domain/decode-text.ts";
import { isNamedEncoding, type NamedEncoding } from "#app/core/domain/named-encodings.ts";
import { formCode } from "#app/core/domain/form-code.ts";
import { importTranscript } from "#app/core/domain/recording/import.server.ts";
import {
  beginUpload,
  completeUpload,
  getUpload,
} from "#app/core/domain/recording/upload.server.ts";
import { beginUploadForm, importForm } from "#app/core/domain/recording/upload.schema.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { nameOfFile } from "#app/core/domain/recording/file-name.ts";
import { env } from "#app/core/platform/env.server.ts";
import { plainText } from "#app/core/platform/plain-text.ts";
import {
  CAPTIONS_NAME,
  isDocument,
  TRANSCRIPT_NAME,
} from "#app/core/domain/transcript/import/file-kind.ts";
import { paths } from "#app/paths.ts";
import { timeZoneOf } from "./language.server.ts";

/** A field that is no file is a line or two; a transcript is read whole, so it has a limit as well. */
const MOST_FIELD_BYTES = 64 * 1024;
const MOST_TRANSCRIPT_BYTES = 20_000_000;

type Received = { name: string; size: number; sha256: Uint8Array<ArrayBuffer>; path: string };

/**
 * The upload form of a browser without script: the same fields, the same door, the files in one post.
 * Answers 303 to the list, or 422 with codes by field.
 */
export async function receiveForm(actor: Member, request: Request): Promise<Response> {
  const folder = join(env().dataDir, "incoming", randomUUID());
  await mkdir(folder, { recursive: true });
  try {
    const files: Received[] = [];
    const form = await unstable_parseMultipartFormData(request, async (part) =>
      take(part, folder, files),
    );
    return await enter(actor, { request, form, files });
  } catch (error) {
    if (!(error instanceof DomainError) || Object.keys(error.fields).length === 0) throw error;
    return json({ code: error.code, fields: error.fields }, { status: ERRORS[error.code] });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function take(
  { name, filename, data }: UploadHandlerPart,
  folder: string,
  files: Received[],
): Promise<string | undefined> {
  if (name !== "file" || filename === undefined) {
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of data) {
      bytes += piece.length;
      if (bytes > MOST_FIELD_BYTES) throw new DomainError("payload_too_large");
      pieces.push(piece);
    }
    return plainText(Buffer.concat(pieces).toString("utf8"));
  }
  if (filename === "") return undefined;
  const path = join(folder, String(files.length));
  let size = 0;
  const hash = createHash("sha256");
  const limited = async function* () {
    for await (const piece of data) {
      size += piece.length;
      if (size > env().LIMIT_UPLOAD_BYTES)
        throw new DomainError("payload_too_large", {
          files: [`file_too_large?max=${Math.round(env().LIMIT_UPLOAD_BYTES / 1024 ** 3)} GB`],
        });
      hash.update(piece);
      yield piece;
    }
  };
  await pipeline(Readable.from(limited()), createWriteStream(path));
  const sha256 = new Uint8Array(hash.digest());
  files.push({ name: plainText(filename), size, sha256, path });
  return filename;
}

type Sent = { request: Request; form: FormData; files: Received[] };

async function enter(actor: Member, { request, form, files }: Sent): Promise<Response> {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : undefined;
  };
  const visibility = text("visibility");
  const facts = {
    title: text("title"),
    startedAt: text("startedAt"),
    zone: timeZoneOf(request, actor),
    company: text("company"),
    language: text("language"),
    ...(visibility !== undefined && visibility !== "" && { visibility }),
    colleagues: text("colleagues"),
    consent: text("consent"),
  };
  const isChecked = text("isChecked");
  const named = text("encoding");
  const encoding = isNamedEncoding(named) ? named : undefined;
  const transcripts = files.filter(({ name }) => TRANSCRIPT_NAME.test(name));
  const [transcript] = transcripts;
  const sounds = files.filter((file) => !transcripts.includes(file));
  if (transcript && sounds.length === 0 && transcripts.length === 1) {
    const words = { name: transcript.name, text: await wordsOf(transcript, encoding), isChecked };
    const parsed = check(importForm, { ...facts, ...words });
    const { callId } = await importTranscript(actor, parsed);
    return redirect(paths.playback(callId), 303);
  }
  // Captions beside a recording are its words. Several, and a text that may be anything, are refused by name.
  const captions =
    sounds.length > 0 && transcripts.length === 1 && CAPTIONS_NAME.test(transcript?.name ?? "")
      ? transcript
      : undefined;
  const sent = captions ? sounds : files;
  const input = check(beginUploadForm, {
    ...facts,
    channels: text("channels") ?? "auto",
    ...(captions && {
      transcript: { name: captions.name, text: await wordsOf(captions, encoding), isChecked },
    }),
    files: sent.map(({ name, size }, at) => ({
      name,
      size,
      speaker: speakerOf(text(`speaker.${at}`), sent.length > 1 ? name : ""),
      email: text(`email.${at}`) ?? "",
      side: text(`side.${at}`) ?? (at === 0 ? "R" : "C"),
      memberId: text(`member.${at}`),
    })),
  });
  const ticket = await beginUpload(actor, input);
  for (const { id, index } of ticket.uploads) {
    const upload = await getUpload(actor, id);
    const file = sent[index];
    if (!file) continue;
    await blobs().putFile(upload.key, file.path);
    await completeUpload(actor, upload, file.sha256);
  }
  return redirect(paths.recordings(), 303);
}

/** The text of a file. @throws DomainError `payload_too_large`, `validation_failed` (text) */
async function wordsOf(
  { size, path }: Received,
  encoding: NamedEncoding | undefined,
): Promise<string> {
  if (size > MOST_TRANSCRIPT_BYTES)
    throw new DomainError("payload_too_large", { text: ["file_too_large?max=20 MB"] });
  const bytes = await readFile(path);
  const code = isDocument(bytes) ? "transcript_document" : "transcript_encoding";
  const words = isDocument(bytes) ? null : textOfBytes(bytes, encoding);
  if (words === null) throw new DomainError("validation_failed", { text: [code] });
  return words;
}

/** Without script only the first voice has a field: the file's own name is a start for the others, and can be changed later. */
const speakerOf = (given: string | undefined, fileName: string): string =>
  given === undefined || given.trim() === "" ? nameOfFile(fileName).slice(0, 60) : given;

function check<T>(
  schema: {
    safeParse: (
      value: unknown,
      options: { error: typeof formCode },
    ) =>
      | { success: true; data: T }
      | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };
  },
  value: unknown,
): T {
  const parsed = schema.safeParse(value, { error: formCode });
  if (parsed.success) return parsed.data;
  const fields: Record<string, string[]> = {};
  for (const { path, message } of parsed.error.issues)
    (fields[String(path[0] ?? "")] ??= []).push(message);
  throw new DomainError("validation_failed", fields);
}
