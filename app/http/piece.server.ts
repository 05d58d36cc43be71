import * as z from "zod";
import { DomainError } from "#app/core/domain/errors.ts";

/** More pieces of two seconds than the longest call has. */
const MOST_SEQ = 100_000;

/** What the address of a piece of sound says beside its call or recording: its part, and its number there. */
export const pieceParams = z.object({
  part: z.uuid(),
  seq: z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .pipe(z.number().max(MOST_SEQ)),
});

/** What `X-Sha256` says of the body. @throws DomainError `invalid_request` */
export function sha256In(headers: Headers): Uint8Array<ArrayBuffer> {
  const sum = headers.get("x-sha256") ?? "";
  if (!/^[0-9a-f]{64}$/i.test(sum)) throw new DomainError("invalid_request");
  return new Uint8Array(Buffer.from(sum, "hex"));
}
