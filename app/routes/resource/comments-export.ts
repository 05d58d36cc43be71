import * as z from "zod";
import { COMMENT_FORMATS, exportComments } from "#app/core/domain/comment/comment-export.server.ts";
import { attachment } from "#app/http/attachment.server.ts";
import { writeComments } from "#app/http/comments-file.server.ts";
import { languageOf, timeZoneOf } from "#app/http/language.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** The comments of a call as a file; how the address ends says which. */
export const loader = signedIn(
  "call.read",
  z.object({ callId: z.uuid() }),
  async ({ actor, params, request, search }) => {
    const { pathname } = new URL(request.url);
    const format = COMMENT_FORMATS.find((name) => pathname.endsWith(`.${name}`)) ?? "txt";
    const found = await exportComments(actor, params.callId, format);
    const { mime, body } = writeComments(found, {
      format,
      language: await languageOf(request),
      zone: timeZoneOf(request, actor),
      isMachine: search.get("headers") === "machine",
    });
    return new Response(body, {
      headers: {
        "Content-Type": `${mime}; charset=utf-8`,
        "Content-Disposition": attachment(`${found.title} comments.${format}`),
      },
    });
  },
);
