import * as z from "zod";
import { clipsData } from "#app/core/pages/clips-data.server.ts";
import type { ClipColumn } from "#app/core/pages/clips-views.ts";
import { listTwin, type Titled } from "#app/http/list-twin.server.ts";
import { signedIn } from "#app/http/route.server.ts";

const titleOf: Titled<ClipColumn> = (t, column) => t(`clips:column.${column}`);

/** `/clips.csv` and `/clips.json`. */
export const loader = signedIn("clip.list", z.object({}), listTwin(clipsData, titleOf));
