import * as z from "zod";
import { exportClipWords } from "#app/core/domain/clip/clip-media.server.ts";
import { attachment } from "#app/http/attachment.server.ts";
import { signedIn } from "#app/http/route.server.ts";

const params = z.object({ clipId: z.uuid(), format: z.enum(["vtt", "txt"]) });

/** What is said in a clip, as captions or as text. */
export const loader = signedIn(
  "clip.read",
  params,
  async ({ actor, params: { clipId, format } }) => {
    const { title, mime, body } = await exportClipWords(actor, clipId, format);
    return new Response(body, {
      headers: {
        "Content-Type": `${mime}; charset=utf-8`,
        "Content-Disposition": attachment(`${title}.${format}`),
      },
    });
  },
);
