import type { Member } from "#app/core/domain/access/actor.ts";
import { record } from "#app/core/domain/audit/record.server.ts";
import { DomainError } from "#app/core/domain/errors.ts";
import type { ListData } from "#app/core/domain/list/list-data.ts";
import { db } from "#app/core/platform/db.server.ts";
import { listRecordings, openRecordings } from "./recordings.server.ts";
import type { RecordingsQuery } from "./recordings-filters.ts";
import {
  type ListAddress,
  queryOfSelection,
  type SelectionForm,
} from "./recordings-selection.server.ts";
import { readRecordingsQuery } from "./recordings-view.server.ts";
import type { RecordingRow } from "./recordings-views.ts";

const COLUMNS = {
  started_at: (row) => row.startedAt,
  time_zone: (_, { zone }) => zone,
  title: (row) => row.title,
  company: (row) => row.company,
  people: (row) => row.people.join("; "),
  owner: (row) => row.owner.name,
  team: (row) => row.team,
  labels: (row) => row.labels.map(({ name }) => name).join("; "),
  duration_s: (row) => (row.durationMs === null ? null : Math.round(row.durationMs / 1000)),
  our_talk_share: (row) => row.talkRatio,
  reviewed_at: (row) => row.reviewedAt,
  reviewers: (row) => row.reviewers.join("; "),
  comments: (row) => row.comments,
  /** Share of what is said that has words, 0–1. */
  coverage: (row) =>
    row.words === null || row.words.voiceMs === 0
      ? null
      : Math.round((100 * row.words.coveredMs) / row.words.voiceMs) / 100,
  language: (row) => row.language,
  kind: (row) => row.kind,
  kind_of_talk: (row) => row.talkKind,
  connected: (row) => (row.isConnected === null ? null : row.isConnected ? 1 : 0),
  sample: (row) => (row.isSample ? 1 : 0),
  consent: (row) => row.consent,
  quality: (row) => row.quality,
  visibility: (row) => row.visibility,
  state: (row) => row.recordingState,
  call_id: (row) => row.callId,
} as const satisfies ListData<RecordingsQuery, RecordingRow, string>["columns"];
export type CsvColumn = keyof typeof COLUMNS;

/** The recordings as data. */
export const recordingsData: ListData<RecordingsQuery, RecordingRow, CsvColumn> = {
  name: "recordings",
  parse: (search, zone, actor) => readRecordingsQuery(actor, search, zone),
  page: listRecordings,
  columns: COLUMNS,
  open: async (actor, query) => {
    const { count, pages } = await openRecordings(actor, query);
    await noteExport(actor, count);
    return pages;
  },
};

/** The same of the calls that a form means. @throws DomainError `not_found` where the actor may see none of them */
export const selectedRecordingsData = (
  form: SelectionForm,
  list: ListAddress,
): ListData<RecordingsQuery, RecordingRow, CsvColumn> => ({
  ...recordingsData,
  page: null,
  open: async (actor) => {
    const { query, only } = await queryOfSelection(actor, form, list);
    const { count, pages } = await openRecordings(actor, query, only);
    if (count === 0) throw new DomainError("not_found");
    await noteExport(actor, count);
    return pages;
  },
});

const noteExport = (actor: Member, count: number): Promise<void> =>
  db.$transaction((tx) =>
    record(tx, actor, "list.exported", undefined, { after: { list: "recordings", rows: count } }),
  );
