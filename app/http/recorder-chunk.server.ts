import type { Member } from "#app/core/domain/access/actor.ts";
import { DomainError } from "#app/core/domain/errors.ts";
import {
  MOST_PIECE_BYTES,
  PIECE_SOURCES,
  takePiece,
} from "#app/core/domain/live/recorder-chunk.server.ts";
import { readBytes } from "./body.server.ts";
import { sha256In } from "./piece.server.ts";

type Place = { recordingId: string; part: string; seq: number };
/** Longer than any call; the domain knows the limit. */
const MOST_MS = 90_000_000;

/**
 * A piece of a browser's recording, raw: `X-Sha256` of its bytes, `X-Source`, `X-Part-Ms` the start of its part and
 * `X-To-Ms` its own end, both ms of the call.
 * @returns when it is stored
 * @throws DomainError as `takePiece`, `invalid_request` for headers that cannot be read
 */
export async function receivePiece(
  actor: Member,
  place: Place,
  request: Request,
): Promise<Response> {
  const { headers } = request;
  const sha256 = sha256In(headers);
  const source = PIECE_SOURCES.find((one) => one === headers.get("x-source"));
  const [partMs, toMs] = [msIn(headers, "x-part-ms"), msIn(headers, "x-to-ms")];
  if (source === undefined || partMs === null || toMs === null)
    throw new DomainError("invalid_request");
  await takePiece(actor, {
    ...place,
    ...{ source, partMs, toMs, sha256 },
    mime: headers.get("content-type") ?? "",
    body: await readBytes(request, MOST_PIECE_BYTES),
  });
  return new Response(null, { status: 204 });
}

function msIn(headers: Headers, name: string): number | null {
  const text = headers.get(name) ?? "";
  const ms = /^\d{1,8}$/.test(text) ? Number(text) : Number.NaN;
  return ms <= MOST_MS ? ms : null;
}
