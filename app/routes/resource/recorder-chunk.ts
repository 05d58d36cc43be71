import * as z from "zod";
import { pieceParams } from "#app/http/piece.server.ts";
import { receivePiece } from "#app/http/recorder-chunk.server.ts";
import { signedIn } from "#app/http/route.server.ts";

const params = pieceParams.extend({ recordingId: z.uuid() });

/** Pieces of a recording that this browser makes (decisions §6). */
export const action = signedIn({ PUT: "live.host" }, params, ({ actor, params, request }) =>
  receivePiece(actor, params, request),
);
