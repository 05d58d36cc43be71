import * as z from "zod";
import { versionNumber } from "#app/core/domain/transcript/transcript.schema.ts";
import { getTranscriptIndex } from "#app/core/domain/transcript/transcript-reads.server.ts";
import { compressedJson } from "#app/http/compressed-json.server.ts";
import { signedIn } from "#app/http/route.server.ts";

const params = z.object({ callId: z.uuid(), number: versionNumber });

/** Where every segment of a transcript starts and how long it is (data §2.3). */
export const loader = signedIn("transcript.read", params, async ({ actor, params, request }) =>
  compressedJson(request, await getTranscriptIndex(actor, params.callId, params.number)),
);
