import * as z from "zod";
import { receiveChunk } from "#app/http/local-copy.server.ts";
import { pieceParams } from "#app/http/piece.server.ts";
import { signedIn } from "#app/http/route.server.ts";

const params = pieceParams.extend({ callId: z.uuid() });

/** Pieces of a member's own microphone, kept by their browser (live §8). */
export const action = signedIn({ PUT: "live.join" }, params, ({ actor, params, request }) =>
  receiveChunk(actor, params, request),
);
