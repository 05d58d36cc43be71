import type { Member } from "#app/core/domain/access/actor.ts";
import { getMediaFile, noteDownload } from "#app/core/domain/recording/media-file.server.ts";
import { sendFile } from "./send-file.server.ts";

/** Streams a file to a member. */
export async function openMedia(
  actor: Member,
  fileId: string,
  request: Request,
  closed: AbortSignal,
): Promise<Response> {
  const file = await getMediaFile(actor, fileId);
  const isDownload = new URL(request.url).searchParams.has("download");
  return sendFile(file, {
    ...{ request, closed, isDownload, cache: "private, no-cache" },
    onSend: async (isStart) => {
      if (isDownload && isStart) await noteDownload(actor, file);
    },
  });
}
