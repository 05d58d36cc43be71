import { DomainError } from "#app/core/domain/errors.ts";
import { noteDownload, noteView } from "#app/core/domain/share/visit.server.ts";
import { findVisitorFile, mayGoOn } from "#app/core/domain/share/visit-access.server.ts";
import { originOf } from "./actor.server.ts";
import { visitorSecret } from "./cookies.server.ts";
import { sendFile } from "./send-file.server.ts";

/**
 * Streams a file of a cut to a browser that was let in to it. The link is asked for each request, and every second of an
 * answer that runs: a link that ends gives no more bytes.
 */
export async function openCutFile(
  fileId: string,
  request: Request,
  { closed, memberId }: { closed: AbortSignal; memberId: string | null },
): Promise<Response> {
  const file = await findVisitorFile(fileId, visitorSecret(request));
  const { access, kind } = file;
  const isDownload = new URL(request.url).searchParams.has("download");
  if (isDownload && !access.link.mayDownload) throw new DomainError("forbidden");
  return sendFile(file, {
    ...{ request, closed, isDownload, cache: "no-store" },
    // Players fetch sound when Play is pressed, and the waveform with the page. Without script nothing else says so.
    onSend: async () => {
      if (kind !== "mix") return;
      await noteView(access.link, access.visit, { origin: originOf(request), memberId });
      if (isDownload) await noteDownload(access.link, access.visit);
    },
    mayGoOn: () => mayGoOn(access, isDownload),
  });
}
