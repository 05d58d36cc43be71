import * as z from "zod";
import { logData } from "#app/core/domain/audit/log-export.server.ts";
import { listTwin } from "#app/http/list-twin.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** The system log as a file, filtered as its page. */
export const loader = signedIn(
  "systemlog.list",
  z.object({ format: z.enum(["csv", "jsonl"]) }),
  listTwin(logData("system"), (t, column) => t(`log:column.${column}`)),
);
