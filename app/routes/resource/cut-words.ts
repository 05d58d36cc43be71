import * as z from "zod";
import { getWordsPage } from "#app/core/domain/share/visit-access.server.ts";
import { compressedJson } from "#app/http/compressed-json.server.ts";
import { visitorSecret } from "#app/http/cookies.server.ts";
import { visitor } from "#app/http/route.server.ts";

const params = z.object({
  cutId: z.uuid(),
  page: z.literal("index").or(z.coerce.number().int().min(0).max(10_000)),
});

/** The words of a shared link: where each segment starts, or 512 of them (data §2.3). */
export const loader = visitor("share.open", params, async ({ params, request }) =>
  compressedJson(
    request,
    await getWordsPage(params.cutId, params.page, visitorSecret(request)),
    "no-store",
  ),
);
