import { textOfBytes } from "./decode-text.ts";
import { DomainError } from "./errors.ts";

/**
 * Text of a file that a form brings, whichever program wrote it.
 * @param field of the form, under which a refusal is said
 * @throws DomainError `validation_failed` (text_encoding): its letters cannot be read
 */
export async function fileText(file: File, field = "file"): Promise<string> {
  const text = textOfBytes(new Uint8Array(await file.arrayBuffer()));
  if (text === null) throw new DomainError("validation_failed", { [field]: ["text_encoding"] });
  return text;
}

/** A list as text, or as a file that holds it; the file wins. @throws DomainError as `fileText` */
export const listText = async ({
  text = "",
  file,
}: {
  text?: string | undefined;
  file: File | null;
}): Promise<string> => (file === null ? text : fileText(file));
