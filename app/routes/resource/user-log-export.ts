import * as z from "zod";
import { exportLog } from "#app/core/domain/audit/log-export.server.ts";
import { parseLogQuery } from "#app/core/domain/audit/log-query.ts";
import { languageOf, timeZoneOf } from "#app/http/language.server.ts";
import { logFile } from "#app/http/log-file.server.ts";
import { signedIn } from "#app/http/route.server.ts";

const params = z.object({ format: z.enum(["csv", "jsonl"]) });

/** The user log as a file, filtered as its page. */
export const loader = signedIn(
  "userlog.list",
  params,
  async ({ actor, params, request, search }) => {
    const { format } = params;
    const { heading, answer } = logFile("user", format, await languageOf(request));
    const query = parseLogQuery(search);
    const zone = timeZoneOf(request, actor);
    return answer(await exportLog(actor, { log: "user", format, query, zone }, heading));
  },
);
