import * as z from "zod";
import { itemCommands } from "#app/core/pages/library-commands.server.ts";
import { memberCommands } from "#app/http/route.server.ts";

/** What the player of a library asks about one item: to open it, and to keep where it stands. */
export const action = memberCommands(itemCommands, {
  params: z.object({ libraryId: z.uuid(), itemId: z.uuid() }),
  situation: ({ params }) => params,
});
