import * as z from "zod";
import { getClipWordsPage } from "#app/core/domain/clip/clip-words.server.ts";
import { compressedJson } from "#app/http/compressed-json.server.ts";
import { signedIn } from "#app/http/route.server.ts";

const params = z.object({
  clipId: z.uuid(),
  page: z.literal("index").or(z.coerce.number().int().min(0).max(10_000)),
});

/** The words of a clip on its own clock: where each segment starts, or 512 of them (data §2.3). */
export const loader = signedIn("clip.read", params, async ({ actor, params, request }) =>
  compressedJson(request, await getClipWordsPage(actor, params.clipId, params.page)),
);
