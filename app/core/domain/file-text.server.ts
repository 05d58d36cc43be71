import { textOfBytes } from "./decode-text.ts";
import type { NamedEncoding } from "./named-encodings.ts";
import { DomainError } from "./errors.ts";

type How = {
  /** Of the form, under which a refusal is said. */
  field?: string;
  encoding?: NamedEncoding | undefined;
};

/**
 * Text of a file that a form brings, whichever program wrote it.
 * @throws DomainError `validation_failed` (text_encoding): its letters cannot be read
 */
export async function fileText(
  file: File,
  { field = "file", encoding }: How = {},
): Promise<string> {
  const text = textOfBytes(new Uint8Array(await file.arrayBuffer()), encoding);
  if (text === null) throw new DomainError("validation_failed", { [field]: ["text_encoding"] });
  return text;
}

/** A list as text, or as a file that holds it; the file wins. @throws DomainError as `fileText` */
export const listText = async ({
  text = "",
  file,
  encoding,
}: {
  text?: string | undefined;
  file: File | null;
  encoding?: NamedEncoding | undefined;
}): Promise<string> => (file === null ? text : fileText(file, { encoding }));
