import type { Member } from "#app/core/domain/access/actor.ts";
import { getClipFile, noteClipDownload } from "#app/core/domain/clip/clip-media.server.ts";
import { sendFile } from "./send-file.server.ts";

/** Streams a file of a clip to a member who sees the clip. */
export async function openClipFile(
  actor: Member,
  fileId: string,
  request: Request,
  closed: AbortSignal,
): Promise<Response> {
  const file = await getClipFile(actor, fileId);
  const isDownload = new URL(request.url).searchParams.has("download");
  // An MP4 of sound alone is one still, as it was offered.
  const sent = { ...file, ...(file.kind === "mp4" && { extension: "mp4" }) };
  return sendFile(sent, {
    ...{ request, closed, isDownload },
    // A copy that a browser keeps would be saved a second time without a byte from here, and without an entry.
    cache: isDownload ? "no-store" : "private, no-cache",
    onSend: async (isStart) => {
      if (isDownload && isStart) await noteClipDownload(actor, file);
    },
  });
}
