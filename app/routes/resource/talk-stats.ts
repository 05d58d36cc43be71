import * as z from "zod";
import { type TalkStatsColumn, talkStatsData } from "#app/core/pages/talk-stats-export.server.ts";
import { listTwin, type Titled } from "#app/http/list-twin.server.ts";
import { signedIn } from "#app/http/route.server.ts";

const titleOf: Titled<TalkStatsColumn> = (t, column) => t(`talk:csv.${column}`);

/** `/analytics/talk-stats.json` and `/analytics/talk-stats.csv`. */
export const loader = signedIn("call.list", z.object({}), listTwin(talkStatsData, titleOf));
