import * as z from "zod";
import { exportTranscript } from "#app/core/domain/transcript/transcript-reads.server.ts";
import { attachment } from "#app/http/attachment.server.ts";
import { signedIn } from "#app/http/route.server.ts";

const FORMATS = ["txt", "vtt", "srt", "json"] as const;
const params = z.object({
  callId: z.uuid(),
  file: z.string().regex(/^[1-9]\d{0,6}\.(?:txt|vtt|srt|json)$/),
});

/** A transcript version as a file: `{number}.{format}`. */
export const loader = signedIn("transcript.export", params, async ({ actor, params }) => {
  const [number, extension] = params.file.split(".");
  const format = FORMATS.find((name) => name === extension) ?? "txt";
  const { title, mime, body } = await exportTranscript(
    actor,
    params.callId,
    Number(number),
    format,
  );
  return new Response(body, {
    headers: {
      "Content-Type": `${mime}; charset=utf-8`,
      "Content-Disposition": attachment(`${title}.${format}`),
    },
  });
});
