import * as z from "zod";
import { type ItemColumn, itemsData } from "#app/core/pages/libraries-export.server.ts";
import { listTwin, type Titled } from "#app/http/list-twin.server.ts";
import { signedIn } from "#app/http/route.server.ts";

const titleOf: Titled<ItemColumn> = (t, column) => t(`library:file.${column}`);

/** `/library/{id}/items.csv` and `.json`. */
export const loader = signedIn("library.list", z.object({ libraryId: z.uuid() }), (request) =>
  listTwin(itemsData(request.params.libraryId), titleOf)(request),
);
