import * as z from "zod";
import { openMedia } from "#app/http/media.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** Bytes of a stored file, whole or by range; rights are asked each time. */
export const loader = signedIn(
  "media.play",
  z.object({ fileId: z.uuid() }),
  ({ actor, params, request, closed }) => openMedia(actor, params.fileId, request, closed),
);
