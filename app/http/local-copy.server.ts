import type { Member } from "#app/core/domain/access/actor.ts";
import { DomainError } from "#app/core/domain/errors.ts";
import { MOST_CHUNK_BYTES, takeChunk } from "#app/core/domain/live/local-copy.server.ts";
import { readBytes } from "./body.server.ts";
import { sha256In } from "./piece.server.ts";

type Place = { callId: string; part: string; seq: number };

/**
 * A piece of a member's safety copy, raw: `X-Sha256` of its bytes, `X-Part-T0` the start of its part; `X-Chunk-From`
 * and `X-Chunk-To` what it spans and `X-Sent-At` when it was sent, all ms of the browser's clock.
 * @returns 204 where nothing was kept, because the recording was paused
 * @throws DomainError as `takeChunk`, `invalid_request` for headers that cannot be read
 */
export async function receiveChunk(
  actor: Member,
  { callId, part, seq }: Place,
  request: Request,
): Promise<Response> {
  const { headers } = request;
  const t0 = timeIn(headers, "x-part-t0");
  const sha256 = sha256In(headers);
  if (t0 === null) throw new DomainError("invalid_request");
  const [from, to] = [timeIn(headers, "x-chunk-from"), timeIn(headers, "x-chunk-to")];
  const isKept = await takeChunk(actor, {
    callId,
    part,
    seq,
    t0,
    span: from !== null && to !== null && to > from ? { from, to } : null,
    sentAt: timeIn(headers, "x-sent-at"),
    mime: headers.get("content-type") ?? "",
    sha256,
    body: await readBytes(request, MOST_CHUNK_BYTES),
  });
  return new Response(null, { status: isKept ? 200 : 204 });
}

/** Milliseconds since 1970 within reason: what is outside is nobody's clock. */
function timeIn(headers: Headers, name: string): number | null {
  const text = headers.get(name);
  const ms = text === null ? Number.NaN : Number(text);
  return Number.isFinite(ms) && ms > 1e12 && ms < 1e13 ? Math.round(ms) : null;
}
