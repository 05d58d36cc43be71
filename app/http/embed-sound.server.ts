import {
  demandBytes,
  findSound,
  mayPlayOn,
  noteBytes,
  noteEmbedView,
  playingOf,
} from "#app/core/domain/embed/embed-access.server.ts";
import { originOf } from "./actor.server.ts";
import { report } from "./report.server.ts";
import { sendFile } from "./send-file.server.ts";

/**
 * Streams what a key lets play. Signature and key are asked for each request, the key every second of an answer that
 * runs: one that ends gives no more bytes.
 */
export async function openEmbedSound(
  cutId: string,
  signature: string | null,
  request: Request,
  closed: AbortSignal,
): Promise<Response> {
  const playing = await playingOf(cutId, signature);
  const sound = await findSound(playing);
  return sendFile(sound, {
    ...{ request, closed, isDownload: false, cache: "no-store" },
    onSend: async () => {
      await noteEmbedView(playing, originOf(request));
      await demandBytes(playing);
    },
    mayGoOn: () => mayPlayOn(playing),
    onSent: (bytes) => void noteBytes(playing, bytes).catch((error: unknown) => report(error)),
  });
}
