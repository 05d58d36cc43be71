import * as z from "zod";
import { versionNumber } from "#app/core/domain/transcript/transcript.schema.ts";
import { getTranscriptPage } from "#app/core/domain/transcript/transcript-reads.server.ts";
import { compressedJson } from "#app/http/compressed-json.server.ts";
import { signedIn } from "#app/http/route.server.ts";

const params = z.object({
  callId: z.uuid(),
  number: versionNumber,
  page: z.coerce.number().int().min(0).max(10_000),
});

/** The words of 512 segments (data §2.3). */
export const loader = signedIn("transcript.read", params, async ({ actor, params, request }) =>
  compressedJson(
    request,
    await getTranscriptPage(actor, params.callId, params.number, params.page),
  ),
);
