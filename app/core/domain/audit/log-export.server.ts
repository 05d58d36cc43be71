import { stringify } from "csv-stringify/sync";
import { db } from "#app/core/platform/db.server.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { LIMITS } from "../limits.ts";
import { listEntries } from "./log-list.server.ts";
import type { LogName, LogQuery } from "./log-query.ts";
import type { LogEntry } from "./log-views.ts";
import { record } from "./record.server.ts";

const PAGE = 1_000;
export const LOG_COLUMNS = [
  "at",
  "event",
  "actorKind",
  "actor",
  "actorName",
  "via",
  "targetKind",
  "target",
  "targetName",
  "before",
  "after",
  "ip",
  "agent",
  "request",
  "id",
] as const satisfies (keyof LogEntry)[];
export type LogColumn = (typeof LOG_COLUMNS)[number];

/**
 * What the screen lists, as a file: CSV with BOM and CRLF and formulas made harmless, or a JSON object a line.
 * @param heading of a CSV column in the reader's language
 */
export async function exportLog(
  actor: Member,
  {
    log,
    format,
    query,
    zone,
  }: { log: LogName; format: "csv" | "jsonl"; query: LogQuery; zone: string },
  heading: (column: LogColumn) => string,
): Promise<string> {
  demand(actor, log === "system" ? "systemlog.list" : "userlog.list");
  const entries: LogEntry[] = [];
  for (let before = query.before, isMore = true; isMore && entries.length < LIMITS.exportRows; ) {
    const page = await listEntries(actor, log, { ...query, before }, { zone, limit: PAGE });
    entries.push(...page.entries);
    before = page.next;
    isMore = page.next !== null;
  }
  await db.$transaction((tx) =>
    record(tx, actor, "log.exported", undefined, { after: { log, format, rows: entries.length } }),
  );
  if (format === "jsonl")
    return entries
      .map(
        (entry) =>
          `${JSON.stringify(Object.fromEntries(LOG_COLUMNS.map((column) => [column, entry[column]])))}\n`,
      )
      .join("");
  return stringify(
    [
      LOG_COLUMNS.map(heading),
      ...entries.map((entry) => LOG_COLUMNS.map((column) => entry[column])),
    ],
    { bom: true, record_delimiter: "windows", escape_formulas: true },
  );
}
