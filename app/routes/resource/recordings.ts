import * as z from "zod";
import { recordingsData } from "#app/core/pages/recordings-export.server.ts";
import { listTwin } from "#app/http/list-twin.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** `/recordings.json` and `/recordings.csv`. */
export const loader = signedIn(
  "call.list",
  z.object({}),
  listTwin(recordingsData, (t, column) => t(`search:csv.${column}`)),
);
