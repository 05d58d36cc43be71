import { UNFIT_NAMES } from "#app/core/domain/recording/unfit-files.server.ts";
import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { demand, visibleSql } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { noteSearch } from "#app/core/domain/audit/note-search.server.ts";
import { METRICS_CONFIGS } from "#app/core/domain/metrics/input.ts";
import { type Export, openExport } from "#app/core/domain/list/export.server.ts";
import {
  ascending,
  type CountedPage,
  descending,
  type Key,
  type List,
  type Order,
  readCountedPage,
} from "#app/core/domain/list/list.server.ts";
import { labelFits } from "#app/core/domain/label-fits.server.ts";
import { TALK_KIND } from "#app/core/domain/talk-kind.server.ts";
import { explainHits, type SearchHit, searchCalls } from "#app/core/domain/search/search.server.ts";
import { readListSettings } from "#app/core/domain/account/list-settings.schema.ts";
import type { ListSettings } from "#app/core/domain/account/list-settings.ts";
import type { ViewRef } from "#app/core/domain/view/view-views.ts";
import type { PersonRef } from "#app/core/domain/views.ts";
import { readSum } from "./recordings-sum.server.ts";
import type { Choices, Facet, ListSum, RecordingRow } from "./recordings-views.ts";
import { besideSql } from "./recordings-beside.server.ts";
import { countFacets } from "./recordings-facets.server.ts";
import { commentIsSeen } from "./recordings-filter-rows.server.ts";
import { COUNTED } from "#app/core/domain/list/counted.ts";
import {
  inProgress,
  isWithSample,
  listConditions,
  needsActor,
} from "./recordings-conditions.server.ts";
import {
  isFiltered,
  questionOf,
  type RecordingsQuery,
  type Sort,
  SORTED_BY,
} from "./recordings-filters.ts";
import { ourFigure } from "./recordings-metric-sql.server.ts";

export type RecordingsPage = Omit<CountedPage<RecordingRow, never>, "aside"> & {
  /** A note about the search words, a code of the `recordings` catalogue. */
  note: string | null;
};

type Row = {
  id: string;
  recording_id: string;
  title: string;
  kind: RecordingRow["kind"];
  company: string | null;
  team: string | null;
  reviewers: string[];
  comments: number;
  people: string[];
  labels: RecordingRow["labels"] | null;
  owner_id: string;
  owner_name: string;
  started_at: Date | null;
  duration_ms: number | null;
  quality: RecordingRow["quality"];
  visibility: RecordingRow["visibility"];
  consent: RecordingRow["consent"];
  language: string | null;
  talk_kind: RecordingRow["talkKind"];
  is_connected: boolean | null;
  is_sample: boolean;
  state: RecordingRow["callState"];
  recording_state: RecordingRow["recordingState"];
  is_partial: boolean;
  cause: string | null;
  unfit_files: string[] | null;
  method: string;
  voice_ms: number | null;
  covered_ms: number | null;
  engine: string | null;
  model: string | null;
  strip: Buffer | null;
  talk_ratio: number | null;
  reviewed_at: Date | null;
  trashed_at: Date | null;
  trashed_by: string | null;
  stages: RecordingRow["stages"] | null;
  duplicate_id: string | null;
  duplicate_title: string | null;
  can_retry: boolean;
  can_delete: boolean;
  can_update: boolean;
};

/** A page of calls the actor may see, newest first unless sorted otherwise. @throws DomainError `forbidden` */
export async function listRecordings(
  actor: Member,
  query: RecordingsQuery,
): Promise<RecordingsPage> {
  const {
    aside: _,
    facets: __,
    sum: ___,
    unheard: ____,
    ...page
  } = await readRecordings(actor, query);
  return page;
}

/** What a page of the list is shown with. */
export type Beside = {
  choices: Choices;
  views: ViewRef[];
  /** Those the actor may share a view with. */
  viewTeams: PersonRef[];
  look: ListSettings;
  /** Whether the actor ever did something with many calls: their runs are a statement of their own. */
  hasRuns: boolean;
  /** Null where the panel that shows them is closed. */
  facets: Facet[] | null;
  /** Null of a list without filters. */
  sum: ListSum | null;
  /** Of a search: calls the actor sees whose words are still to come; up to 1,001. */
  unheard: number;
};

/** The same page with what can be filtered for, the saved views and how the actor wants it drawn. */
export async function listRecordingsAndChoices(
  actor: Member,
  query: RecordingsQuery,
): Promise<RecordingsPage & Beside> {
  const { aside, ...page } = await readRecordings(actor, query, besideSql(actor, query));
  if (aside === null) throw new Error("The page came without its choices.");
  const { lists, named, views, viewTeams, look, hasRuns } = aside;
  return {
    ...{ ...page, hasRuns, choices: { lists, named } },
    ...{ views: views ?? [], viewTeams: viewTeams ?? [], look: readListSettings(look) },
  };
}

type Aside = Choices & {
  views: ViewRef[] | null;
  viewTeams: PersonRef[] | null;
  look: unknown;
  hasRuns: boolean;
};

async function readRecordings(actor: Member, query: RecordingsQuery, choices?: Prisma.Sql) {
  const { list, hits, note } = await findList(actor, query);
  const found = hits && [...hits.keys()];
  const [page, facets, sum, unheard] = await Promise.all([
    readCountedPage<Row, Aside>(list, query, {
      isPrepared: !isFiltered(query),
      ...(choices && { aside: choices }),
    }),
    choices && query.panel === "filters" ? countFacets(actor, query, found) : null,
    choices ? readSum(actor, query, found) : null,
    choices && hits !== null ? countUnheard(actor) : 0,
  ]);
  const unexplained = page.rows.flatMap(({ id }) => (hits?.get(id) === null ? [id] : []));
  for (const [id, hit] of await explainHits(actor, questionOf(query), unexplained))
    hits?.set(id, hit);
  return {
    ...page,
    facets,
    sum,
    unheard,
    rows: page.rows.map((row) => view(actor, row, hits)),
    note,
  };
}

/** Calls that no search for words can find yet. */
async function countUnheard(actor: Member): Promise<number> {
  const [found] = await rows<{ n: number }>(Prisma.sql`SELECT count(*)::int AS n FROM (
    SELECT 1 FROM call c ${FROM} JOIN stage s ON s.workspace_id = r.workspace_id AND s.recording_id = r.id AND s.name = 'transcribe'
    WHERE ${inProgress} AND s.state IN ('waiting', 'running') AND ${visibleSql(actor, "call.read")} LIMIT ${COUNTED + 1}) x`);
  return found?.n ?? 0;
}

/** Everything the list holds from the query's page on. @param only of these calls; null: of all */
export async function openRecordings(
  actor: Member,
  query: RecordingsQuery,
  only: readonly string[] | null = null,
): Promise<Export<RecordingRow>> {
  const { list: whole, hits } = await findList(actor, query);
  const list =
    only === null
      ? whole
      : { ...whole, where: Prisma.sql`${whole.where} AND c.id = ANY(${[...only]}::uuid[])` };
  return openExport(list, query.after, (row) => view(actor, row, hits));
}

/** The calls that the list holds now, the newest first; up to `most` of them. @returns `isCut`: there are more */
export async function findCallIds(
  actor: Member,
  query: RecordingsQuery,
  most: number,
): Promise<{ callIds: string[]; isCut: boolean }> {
  const { list, note } = await findList(actor, query);
  const found = await rows<{ id: string }>(Prisma.sql`
    SELECT c.id FROM ${list.from} WHERE ${list.where} ORDER BY c.started_at DESC, c.id DESC LIMIT ${most + 1}`);
  const callIds = found.slice(0, most).map(({ id }) => id);
  return { callIds, isCut: found.length > most || note === "refine" };
}

type Hits = Map<string, SearchHit | null> | null;
type Found = { list: List<Row>; hits: Hits; note: string | null };

/** The right, the search and the filters; that somebody searched is noted here, whatever form the list is had in. */
async function findList(actor: Member, query: RecordingsQuery): Promise<Found> {
  demand(actor, "call.list");
  const isSearched = query.q !== "" && query.show !== "deleted";
  const found = isSearched
    ? await searchCalls(actor, questionOf(query), { withSample: isWithSample(query) })
    : null;
  await noteSearch(actor, query.q);
  const hits = found?.hits ?? null;
  const list = {
    table: Prisma.sql`c`,
    select: select(actor, isByShare(query.sort)),
    from: Prisma.sql`call c ${FROM}`,
    where: listConditions(actor, query, hits && [...hits.keys()]),
    order: ORDERS[query.sort],
  };
  return { list, hits, note: found?.note ?? null };
}

/** One call as its row, for the stream of running stages; null when the actor may not see it. */
export async function findRecordingRow(
  actor: Member,
  callId: string,
): Promise<RecordingRow | null> {
  const [row] = await rows<Row>(Prisma.sql`
    ${select(actor)} WHERE ${visibleSql(actor, "call.read")} AND c.state IN ('live','ended','available') AND c.id = ${callId}::uuid`);
  return row ? view(actor, row, null) : null;
}

/** Whether the member sees the call at all: it may be none that stands in the list. */
export async function isCallOf(actor: Member, callId: string): Promise<boolean> {
  const found = await rows(
    Prisma.sql`SELECT 1 FROM call c WHERE ${visibleSql(actor, "call.read")} AND c.id = ${callId}::uuid`,
  );
  return found.length > 0;
}

/**
 * What the frame of every page needs of calls, as columns: how many need the actor and how many are in the pipeline now
 * (either up to 1,001), and whether the actor's own runs.
 */
export function callGlance(actor: Member): Prisma.Sql {
  const count = (where: Prisma.Sql) => Prisma.sql`(SELECT count(*)::int FROM (
      SELECT 1 FROM call c ${FROM} WHERE r.workspace_id = ${actor.workspaceId}::uuid AND ${where} LIMIT ${COUNTED + 1}) x)`;
  return Prisma.sql`${count(needsActor(actor))} AS needs,
      ${count(Prisma.sql`${inProgress} AND ${visibleSql(actor, "call.read")}`)} AS arriving,
      EXISTS (SELECT 1 FROM call c WHERE c.workspace_id = ${actor.workspaceId}::uuid AND c.owner_id = ${actor.memberId}::uuid
        AND c.kind = 'room' AND c.state IN ('scheduled', 'live') AND c.scheduled_start IS NULL) AS has_own`;
}

const FROM = Prisma.sql`JOIN recording r ON r.workspace_id = c.workspace_id AND r.call_id = c.id AND r.is_primary`;

/** Our share of speech is read for the rows of a page; only a list that is sorted by it needs it of all. */
const SHARE = ourFigure(Prisma.sql`talk_ratio`);
/** By rule set, the newest first: what its row says, where there is one, and how it hangs on a call. */
const SHARES_OF_ALL = METRICS_CONFIGS.map((config, at) => {
  const alias = Prisma.raw(`us${at}`);
  return {
    value: Prisma.sql`WHEN ${alias}.call_id IS NOT NULL THEN ${alias}.talk_ratio`,
    join: Prisma.sql`LEFT JOIN metric_row ${alias} ON ${alias}.workspace_id = call.workspace_id AND ${alias}.config = ${config}
      AND ${alias}.call_id = call.id AND ${alias}.side = 'R' AND ${alias}.subject = ${alias}.call_id`,
  };
});
const CALLS_WITH_SHARE = Prisma.sql`(SELECT call.*, CASE ${Prisma.join(
  SHARES_OF_ALL.map(({ value }) => value),
  " ",
)} END AS talk_ratio
    FROM call ${Prisma.join(
      SHARES_OF_ALL.map(({ join }) => join),
      " ",
    )})`;
const isByShare = (sort: Sort): boolean => SORTED_BY[sort] === "ratio";

const select = (actor: Member, isSharesJoined = false): Prisma.Sql => Prisma.sql`
  SELECT c.id, c.title, c.kind, c.started_at, c.duration_ms, c.quality, c.visibility, c.consent, c.language, c.state,
    ${TALK_KIND} AS talk_kind, c.is_connected, c.is_sample,
    c.reviewed_at, c.trashed_at, c.strip,
    (SELECT m.name FROM member m WHERE m.workspace_id = c.workspace_id AND m.id = c.trashed_by) AS trashed_by, c.owner_id, o.name AS owner_name, co.name AS company,
    r.id AS recording_id, r.state AS recording_state, r.is_partial, r.cause, r.method,
    r.voice_ms, r.covered_ms, r.engines->>'speech' AS engine, r.engines->>'speechModel' AS model,
    ARRAY(SELECT p.name FROM participant p WHERE p.workspace_id = c.workspace_id AND p.call_id = c.id AND p.name <> '' ORDER BY p.lane) AS people,
    (SELECT json_agg(json_build_object('id', l.id, 'name', l.name, 'colour', l.colour) ORDER BY l.folded, l.id)
      FROM call_label x JOIN label l ON l.workspace_id = x.workspace_id AND l.id = x.label_id
      WHERE x.workspace_id = c.workspace_id AND x.call_id = c.id AND x.is_on AND ${labelFits}) AS labels,
    (SELECT w.name FROM team w WHERE w.workspace_id = c.workspace_id AND w.id = c.team_id) AS team,
    ARRAY(SELECT w.name FROM review_assignment v JOIN member w ON w.workspace_id = v.workspace_id AND w.id = v.member_id
      WHERE v.workspace_id = c.workspace_id AND v.call_id = c.id ORDER BY w.name, w.id) AS reviewers,
    (SELECT count(*)::int FROM comment n WHERE n.workspace_id = c.workspace_id AND n.call_id = c.id AND ${commentIsSeen(actor)}) AS comments,
    ${isSharesJoined ? Prisma.sql`c.talk_ratio` : SHARE} AS talk_ratio,
    CASE WHEN r.state <> 'ready' THEN (
      SELECT json_agg(json_build_object('name', s.name, 'state', s.state, 'done', s.done, 'total', s.total, 'unit', s.unit,
        'attempt', s.attempt, 'cause', s.cause, 'retryAt', s.retry_at, 'startedAt', s.started_at, 'endedAt', s.ended_at) ORDER BY s.name)
      FROM stage s WHERE s.workspace_id = r.workspace_id AND s.recording_id = r.id) END AS stages,
    ${UNFIT_NAMES} AS unfit_files,
    t.id AS duplicate_id, t.title AS duplicate_title,
    ${visibleSql(actor, "recording.retry")} AS can_retry, ${visibleSql(actor, "call.delete")} AS can_delete,
    ${visibleSql(actor, "call.update")} AS can_update
  FROM ${isSharesJoined ? CALLS_WITH_SHARE : Prisma.sql`call`} c ${FROM}
  JOIN member o ON o.workspace_id = c.workspace_id AND o.id = c.owner_id
  LEFT JOIN company co ON co.workspace_id = c.workspace_id AND co.id = c.company_id
  LEFT JOIN stage d ON r.state = 'uploaded' AND d.workspace_id = r.workspace_id AND d.recording_id = r.id AND d.name = 'inspect' AND d.cause = 'duplicate'
  LEFT JOIN call t ON t.workspace_id = c.workspace_id AND t.id = d.detail::uuid AND t.state NOT IN ('trashed', 'purged', 'empty')
    AND EXISTS (SELECT 1 FROM recording tr WHERE tr.workspace_id = t.workspace_id AND tr.call_id = t.id
      AND tr.state NOT IN ('discarded', 'failed'))`;

/** Every listed call has begun. */
const byTime: Key<Row> = {
  kind: SORTED_BY.startedAt,
  sql: Prisma.sql`c.started_at`,
  of: (row) => row.started_at ?? new Date(0),
};
const byLength: Key<Row> = {
  kind: SORTED_BY.duration,
  sql: Prisma.sql`coalesce(c.duration_ms, 0)`,
  of: (row) => row.duration_ms ?? 0,
};
const byTitle: Key<Row> = {
  kind: SORTED_BY.title,
  sql: Prisma.sql`c.title`,
  of: (row) => row.title,
};
const byDeletion: Key<Row> = {
  kind: SORTED_BY["-deletedAt"],
  sql: Prisma.sql`coalesce(c.trashed_at, c.started_at)`,
  of: (row) => row.trashed_at ?? row.started_at ?? new Date(0),
};
/** Calls whose share is not known come last, whichever way. */
const byShare = (unknown: -1 | 2): Key<Row> => ({
  kind: SORTED_BY.talkRatio,
  sql: Prisma.sql`coalesce(c.talk_ratio, ${unknown}::real)`,
  of: (row) => row.talk_ratio ?? unknown,
});
const ORDERS: Record<Sort, Order<Row>> = {
  "-startedAt": descending(byTime),
  startedAt: ascending(byTime),
  "-duration": descending(byLength),
  duration: ascending(byLength),
  title: ascending(byTitle),
  "-title": descending(byTitle),
  "-talkRatio": descending(byShare(-1)),
  talkRatio: ascending(byShare(2)),
  "-deletedAt": descending(byDeletion),
};

function view(actor: Member, row: Row, hits: Hits): RecordingRow {
  return {
    callId: row.id,
    recordingId: row.recording_id,
    title: row.title,
    kind: row.kind,
    company: row.company,
    team: row.team,
    reviewers: row.reviewers,
    comments: row.comments,
    people: row.people,
    labels: row.labels ?? [],
    owner: { id: row.owner_id, name: row.owner_name },
    startedAt: row.started_at?.toISOString() ?? null,
    durationMs: row.duration_ms,
    quality: row.quality,
    visibility: row.visibility,
    consent: row.consent,
    language: row.language,
    talkKind: row.talk_kind,
    isConnected: row.is_connected,
    isSample: row.is_sample,
    callState: row.state,
    recordingState: row.recording_state,
    isPartial: row.is_partial,
    cause: row.cause,
    words:
      row.voice_ms === null || row.covered_ms === null
        ? null
        : {
            ...{ voiceMs: row.voice_ms, coveredMs: row.covered_ms },
            engine: row.engine === null ? null : { id: row.engine, model: row.model },
          },
    isImported: row.method === "import",
    strip: row.strip?.toString("base64") ?? null,
    unfitFiles: row.unfit_files ?? [],
    // The twin was found by the owner's rights: nobody else learns of it here.
    duplicateOf:
      row.owner_id === actor.memberId && row.duplicate_id !== null && row.duplicate_title !== null
        ? { callId: row.duplicate_id, title: row.duplicate_title }
        : null,
    talkRatio: row.talk_ratio,
    reviewedAt: row.reviewed_at?.toISOString() ?? null,
    deleted: row.trashed_at && {
      by: row.trashed_by,
      at: row.trashed_at.toISOString(),
    },
    stages: row.stages ?? [],
    snippets: hits?.get(row.id)?.snippets ?? [],
    reasons: hits?.get(row.id)?.reasons ?? [],
    can: { retry: row.can_retry, delete: row.can_delete, update: row.can_update },
  };
}
