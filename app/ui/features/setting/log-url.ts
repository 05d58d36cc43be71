import type { LogName, LogQuery } from "#app/core/domain/audit/log-query.ts";
import { paths } from "#app/paths.ts";

/** The address of a log with some filters. */
export const logUrl = (log: LogName, query: Partial<LogQuery>): string =>
  log === "system" ? paths.systemLog(query) : paths.userLog(query);
