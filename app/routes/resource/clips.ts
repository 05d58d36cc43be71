import * as z from "zod";
import { type ClipColumn, clipsData } from "#app/core/pages/clips-data.server.ts";
import { listTwin, type Titled } from "#app/http/list-twin.server.ts";
import { signedIn } from "#app/http/route.server.ts";

const titleOf: Titled<ClipColumn> = (t, column) => t(`clips:column.${column}`);

/** `/clips.csv` and `/clips.json`. */
export const loader = signedIn("clip.list", z.object({}), listTwin(clipsData, titleOf));
