import * as z from "zod";
import { openClipFile } from "#app/http/clip-file.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** Bytes of a clip, whole or by range; rights are asked each time. */
export const loader = signedIn(
  "clip.read",
  z.object({ fileId: z.uuid() }),
  ({ actor, params, request, closed }) => openClipFile(actor, params.fileId, request, closed),
);
