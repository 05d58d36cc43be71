import { stringify } from "csv-stringify/sync";
import { db } from "#app/core/platform/db.server.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { record } from "#app/core/domain/audit/record.server.ts";
import { LIMITS } from "#app/core/domain/limits.ts";
import { listRecordings } from "./recordings.server.ts";
import type { RecordingsQuery } from "./recordings-query.ts";

const COLUMNS = [
  "started_at",
  "time_zone",
  "title",
  "company",
  "people",
  "owner",
  "duration_s",
  "our_talk_share",
  "quality",
  "visibility",
  "state",
  "call_id",
] as const;
export type CsvColumn = (typeof COLUMNS)[number];

const PAGE = 100;

/**
 * The list as CSV: BOM and CRLF for spreadsheets, formulas made harmless, ISO times with their zone.
 * @param heading the title of a column in the reader's language
 */
export async function exportRecordings(
  actor: Member,
  query: RecordingsQuery,
  timeZone: string,
  heading: (column: CsvColumn) => string,
): Promise<string> {
  const records: (string | number | null)[][] = [];
  for (let after = query.after, isMore = true; isMore && records.length < LIMITS.exportRows; ) {
    const page = await listRecordings(actor, { ...query, limit: PAGE, after });
    for (const row of page.rows)
      records.push([
        row.startedAt,
        timeZone,
        row.title,
        row.company,
        row.people.join("; "),
        row.owner.name,
        row.durationMs === null ? null : Math.round(row.durationMs / 1000),
        row.talkRatio,
        row.quality,
        row.visibility,
        row.recordingState,
        row.callId,
      ]);
    after = page.next;
    isMore = page.next !== null;
  }
  await db.$transaction((tx) =>
    record(tx, actor, "list.exported", undefined, {
      after: { list: "recordings", rows: records.length },
    }),
  );
  return stringify([COLUMNS.map(heading), ...records], {
    bom: true,
    record_delimiter: "windows",
    escape_formulas: true,
  });
}
