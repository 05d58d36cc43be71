import * as z from "zod";
import { type ActivityColumn, activityData } from "#app/core/pages/activity-export.server.ts";
import { listTwin, type Titled } from "#app/http/list-twin.server.ts";
import { signedIn } from "#app/http/route.server.ts";

const titleOf: Titled<ActivityColumn> = (t, column) => t(`analytics:csv.${column}`);

/** `/analytics/activity.json` and `/analytics/activity.csv`. */
export const loader = signedIn("call.list", z.object({}), listTwin(activityData, titleOf));
