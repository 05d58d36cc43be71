import { db } from "#app/core/platform/db.server.ts";
import { demand } from "../access/access.ts";
import type { ListData } from "../list/list-data.ts";
import { openEntries } from "./log-list.server.ts";
import { type LogName, type LogQuery, parseLogQuery } from "./log-query.ts";
import type { LogEntry } from "./log-views.ts";
import { record } from "./record.server.ts";

const COLUMNS = {
  at: (entry) => entry.at,
  event: (entry) => entry.event,
  actorKind: (entry) => entry.actorKind,
  actor: (entry) => entry.actor,
  actorName: (entry) => entry.actorName,
  via: (entry) => entry.via,
  targetKind: (entry) => entry.targetKind,
  target: (entry) => entry.target,
  targetName: (entry) => entry.targetName,
  before: (entry) => entry.before,
  after: (entry) => entry.after,
  ip: (entry) => entry.ip,
  agent: (entry) => entry.agent,
  request: (entry) => entry.request,
  id: (entry) => entry.id,
} as const satisfies ListData<LogQuery, LogEntry, keyof LogEntry>["columns"];
export type LogColumn = keyof typeof COLUMNS;

/** One of the two logs as data: a file of what its screen lists. */
export const logData = (
  log: LogName,
): ListData<LogQuery & { zone: string }, LogEntry, LogColumn> => ({
  name: `${log}-log`,
  parse: (search, zone) => {
    const { query, ignored } = parseLogQuery(search);
    return { query: { ...query, zone }, ignored };
  },
  page: null,
  columns: COLUMNS,
  open: async (actor, query, format) => {
    demand(actor, log === "system" ? "systemlog.list" : "userlog.list");
    const { count, pages } = await openEntries(actor, log, query, query.zone);
    await db.$transaction((tx) =>
      record(tx, actor, "log.exported", undefined, { after: { log, format, rows: count } }),
    );
    return pages;
  },
});
