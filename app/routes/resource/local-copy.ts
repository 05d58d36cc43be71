import * as z from "zod";
import { receiveChunk } from "#app/http/local-copy.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** More pieces of two seconds than the longest call has. */
const MOST_SEQ = 100_000;

const params = z.object({
  callId: z.uuid(),
  part: z.uuid(),
  seq: z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .pipe(z.number().max(MOST_SEQ)),
});

/** Pieces of a member's own microphone, kept by their browser (live §8). */
export const action = signedIn({ PUT: "live.join" }, params, ({ actor, params, request }) =>
  receiveChunk(actor, params, request),
);
