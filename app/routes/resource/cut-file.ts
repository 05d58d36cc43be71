import * as z from "zod";
import { openCutFile } from "#app/http/cut-file.server.ts";
import { visitor } from "#app/http/route.server.ts";

/** Bytes of what was cut for a shared link, whole or by range, for a browser that was let in. */
export const loader = visitor(
  "share.open",
  z.object({ fileId: z.uuid() }),
  ({ actor, params, request, closed }) =>
    openCutFile(params.fileId, request, { closed, memberId: actor?.memberId ?? null }),
);
