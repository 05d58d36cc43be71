import { DomainError } from "#app/core/domain/errors.ts";
import { plainText } from "#app/core/platform/plain-text.ts";

/** The longest body that is read into memory; files have doors of their own. */
export const MOST_BYTES = 25 * 1024 * 1024;

/** A form with files. */
export const isMultipart = (request: Request): boolean =>
  (request.headers.get("content-type") ?? "").startsWith("multipart/form-data");

/** What an address asks for, each value as it can be stored and shown. */
export const readSearch = ({ url }: Request): URLSearchParams =>
  new URLSearchParams(
    [...new URL(url).searchParams].map(([name, value]) => [plainText(name), plainText(value)]),
  );

/** Reads a body to its end. @throws DomainError `payload_too_large` at the first byte too many, whatever was announced */
export async function readBytes(
  request: Request,
  most: number = MOST_BYTES,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = new DomainError("payload_too_large");
  if (Number(request.headers.get("content-length") ?? 0) > most) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length;
    if (bytes > most) throw tooLarge;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** @throws DomainError `payload_too_large`, `invalid_request` for what is no form */
export async function readForm(request: Request): Promise<FormData> {
  const body = await readBytes(request);
  const type = request.headers.get("content-type") ?? "";
  const given = await new Response(body, { headers: { "Content-Type": type } })
    .formData()
    .catch(() => {
      throw new DomainError("invalid_request");
    });
  const form = new FormData();
  for (const [name, value] of given)
    form.append(plainText(name), typeof value === "string" ? plainText(value) : value);
  return form;
}

/** @throws DomainError `payload_too_large`, `invalid_request` for what is no JSON */
export async function readJson(request: Request): Promise<unknown> {
  const text = new TextDecoder().decode(await readBytes(request));
  try {
    return JSON.parse(text, (_key, value: unknown) =>
      typeof value === "string" ? plainText(value) : value,
    );
  } catch {
    throw new DomainError("invalid_request");
  }
}
