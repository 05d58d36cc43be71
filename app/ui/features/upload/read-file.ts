import { decodeText, type TextEncodingName } from "#app/core/domain/decode-text.ts";
import { isNamedEncoding, type NamedEncoding } from "#app/core/domain/named-encodings.ts";
import { isDocument } from "#app/core/domain/transcript/import/file-kind.ts";

const MOST_BYTES = 20_000_000;

/** How the form says that the letters of a transcript are meant; undefined where it leaves that to the file. */
export function encodingIn(data: FormData): NamedEncoding | undefined {
  const name = data.get("encoding");
  return isNamedEncoding(name) ? name : undefined;
}

/** A transcript file's text, or the form code of why it has none. */
export type ReadFile = { text: string; encoding: TextEncodingName } | { code: string };

export async function readTranscriptFile(file: File, encoding?: NamedEncoding): Promise<ReadFile> {
  if (file.size === 0) return { code: "file_empty" };
  if (file.size > MOST_BYTES) return { code: "transcript_too_big" };
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isDocument(bytes)) return { code: "transcript_document" };
  return decodeText(bytes, encoding) ?? { code: "transcript_encoding" };
}
