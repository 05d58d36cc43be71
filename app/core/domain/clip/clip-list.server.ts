import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { demand, visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { cutLanes } from "../cut/cut.ts";
import { openExport } from "../list/export.server.ts";
import {
  ascending,
  descending,
  type Key,
  type List,
  type Order,
  readCountedPage,
} from "../list/list.server.ts";
import type { WireIndex } from "../transcript/wire.ts";
import { fold } from "../words/fold.ts";
import type { LabelRef } from "../label/label-views.ts";
import type {
  ClipFacets,
  ClipLine,
  ClipListState,
  ClipSort,
  ClipsQuery,
} from "./clip-list-views.ts";
import { stripOfWords } from "./clip-strip.ts";
import { endOfTrash } from "./clip-trash.ts";
import type { Width } from "./pieces.ts";

type Row = {
  id: string;
  title: string;
  revision: number;
  folded: string;
  visibility: Width;
  is_asked: boolean;
  created_at: Date;
  played_ms: number;
  pieces: number;
  state: string;
  cause: string | null;
  lanes: unknown;
  words: WireIndex | null;
  quote: string | null;
  mix_id: string | null;
  is_withdrawn: boolean;
  owner_id: string;
  owner_name: string;
  call_id: string | null;
  call_title: string | null;
  is_trashed: boolean;
  views: number;
  labels: LabelRef[];
  may_change: boolean;
  deleted_at: Date | null;
  deleted_by: string | null;
  deleted_with_call: boolean;
};

const KEYS = {
  newest: { kind: "time", sql: Prisma.sql`cl.created_at`, of: (row) => row.created_at },
  longest: { kind: "whole", sql: Prisma.sql`cl.played_ms`, of: (row) => row.played_ms },
  title: { kind: "text", sql: Prisma.sql`cl.folded`, of: (row) => row.folded },
} as const satisfies Record<ClipSort, Key<Row>>;
/** Of deleted ones the newest deletion is the first. */
const DELETION: Key<Row> = {
  ...{ kind: "time", sql: Prisma.sql`cl.deleted_at` },
  of: ({ deleted_at: at, created_at }) => at ?? created_at,
};
const ORDERS: Record<ClipSort, Order<Row>> = {
  newest: descending(KEYS.newest),
  longest: descending(KEYS.longest),
  title: ascending(KEYS.title),
};

/** Length and number of pieces of what is played: of the revision that is made, or of the first one until then. */
const played = Prisma.sql`coalesce(k.made -> 'ranges', k.ranges) AS played,
  (SELECT sum((r ->> 't1Ms')::int - (r ->> 't0Ms')::int)::int
    FROM jsonb_array_elements(coalesce(k.made -> 'ranges', k.ranges)) r) AS played_ms`;

/** Clips with what is asked of them in a page of them: the names of a row are those of its order's keys. */
const FROM = Prisma.sql`(
  SELECT cl.*, k.id AS cut_id, k.state AS cut_state, k.cause, k.lanes, k.quote, k.words, k.words_version, ${played}
  FROM clip cl JOIN cut k ON k.workspace_id = cl.workspace_id AND k.clip_id = cl.id) cl`;

const withdrawn = Prisma.sql`EXISTS (SELECT 1 FROM participant p
  WHERE p.workspace_id = cl.workspace_id AND p.call_id = cl.call_id AND p.consent = 'withdrawn')`;
/** Corrected and redacted words are read nowhere else: only those of the newest transcript count. */
const current = Prisma.sql`cl.words_version = (SELECT t.number FROM transcript t
  WHERE t.workspace_id = cl.workspace_id AND t.call_id = cl.call_id AND t.is_current)`;

const STATES: Record<ClipListState, Prisma.Sql> = {
  ready: Prisma.sql`cl.cut_state = 'ready'`,
  making: Prisma.sql`cl.cut_state NOT IN ('ready', 'failed')`,
  failed: Prisma.sql`cl.cut_state = 'failed'`,
  asked: Prisma.sql`cl.wanted_visibility IS NOT NULL`,
  deleted: Prisma.sql`cl.deleted_at IS NOT NULL`,
};

/** What the list is of: clips the actor may play, or deleted ones that they may put back. */
const listed = (actor: Member, state: ClipListState | null): Prisma.Sql =>
  visibleSql(actor, state === "deleted" ? "clip.restore" : "clip.read");

/** Deals of a clip's call, for who may open both: a clip alone says nothing of them. */
const ofDeal = (actor: Member): Prisma.Sql => Prisma.sql`
  FROM call c JOIN call_deal x ON x.workspace_id = c.workspace_id AND x.call_id = c.id
    JOIN deal d ON d.workspace_id = x.workspace_id AND d.id = x.deal_id
  WHERE c.workspace_id = cl.workspace_id AND c.id = cl.call_id
    AND ${visibleSql(actor, "call.read")} AND ${visibleSql(actor, "deal.read")}`;

/** Libraries that hold a clip, and that the actor reads. */
const inLibrary = (actor: Member): Prisma.Sql => Prisma.sql`
  FROM library_item i JOIN library lb ON lb.workspace_id = i.workspace_id AND lb.id = i.library_id
  WHERE i.workspace_id = cl.workspace_id AND i.clip_id = cl.id AND i.deleted_at IS NULL AND NOT i.is_asked
    AND ${visibleSql(actor, "library.read")}`;

function whereOf(actor: Member, query: ClipsQuery): Prisma.Sql {
  const words = query.q
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, 6);
  const among = (column: Prisma.Sql, ids: readonly string[]) =>
    ids.length === 0 ? [] : [Prisma.sql`${column} = ANY(${[...ids]}::uuid[])`];
  const conditions = [
    listed(actor, query.state),
    ...words.map((word) => Prisma.sql`strpos(cl.folded, ${fold(word)}) > 0`),
    ...among(Prisma.sql`cl.owner_id`, query.by),
    ...among(Prisma.sql`cl.team_id`, query.team),
    ...(query.call === null ? [] : among(Prisma.sql`cl.call_id`, [query.call])),
    ...(query.label.length === 0
      ? []
      : [
          Prisma.sql`EXISTS (SELECT 1 FROM clip_label x WHERE x.workspace_id = cl.workspace_id AND x.clip_id = cl.id
            AND x.label_id = ANY(${query.label}::uuid[]))`,
        ]),
    ...(query.deal.length === 0
      ? []
      : [Prisma.sql`EXISTS (SELECT 1 ${ofDeal(actor)} AND d.id = ANY(${query.deal}::uuid[]))`]),
    ...(query.library.length === 0
      ? []
      : [
          Prisma.sql`EXISTS (SELECT 1 ${inLibrary(actor)} AND lb.id = ANY(${query.library}::uuid[]))`,
        ]),
    ...(query.days === null
      ? []
      : [Prisma.sql`cl.created_at > now() - make_interval(days => ${query.days})`]),
    ...(query.state === null ? [] : [STATES[query.state]]),
  ];
  return Prisma.join(conditions, " AND ");
}

const listOf = (actor: Member, query: ClipsQuery): List<Row> => ({
  table: Prisma.sql`cl`,
  select: Prisma.sql`
    SELECT cl.id, cl.title, cl.revision, cl.folded, cl.visibility, cl.wanted_visibility IS NOT NULL AS is_asked, cl.created_at, cl.played_ms,
      jsonb_array_length(cl.played) AS pieces, cl.cut_state AS state, cl.cause, cl.lanes,
      CASE WHEN ${current} AND NOT ${withdrawn} THEN cl.words -> 'index' END AS words,
      CASE WHEN ${current} AND NOT ${withdrawn} THEN cl.quote END AS quote,
      (SELECT f.id FROM cut_file f WHERE f.workspace_id = cl.workspace_id AND f.cut_id = cl.cut_id AND f.kind = 'mix'
        AND NOT ${withdrawn} LIMIT 1) AS mix_id,
      ${withdrawn} AS is_withdrawn, o.id AS owner_id, o.name AS owner_name, c.id AS call_id, c.title AS call_title,
      EXISTS (SELECT 1 FROM call ct WHERE ct.workspace_id = cl.workspace_id AND ct.id = cl.call_id AND ct.state = 'trashed') AS is_trashed,
      (SELECT count(*)::int FROM clip_view v WHERE v.workspace_id = cl.workspace_id AND v.clip_id = cl.id
        AND v.member_id <> cl.owner_id) AS views,
      coalesce((SELECT json_agg(json_build_object('id', l.id, 'name', l.name, 'colour', l.colour) ORDER BY l.folded)
        FROM clip_label x JOIN label l ON l.workspace_id = x.workspace_id AND l.id = x.label_id AND l.merged_into IS NULL
        WHERE x.workspace_id = cl.workspace_id AND x.clip_id = cl.id), '[]'::json) AS labels,
      ${visibleSql(actor, "clip.update")} AS may_change, cl.deleted_at, cl.deleted_with_call,
      (SELECT m.name FROM member m WHERE m.workspace_id = cl.workspace_id AND m.id = cl.deleted_by) AS deleted_by
    FROM ${FROM} JOIN member o ON o.workspace_id = cl.workspace_id AND o.id = cl.owner_id
      LEFT JOIN call c ON c.workspace_id = cl.workspace_id AND c.id = cl.call_id AND ${visibleSql(actor, "call.read")}`,
  from: FROM,
  where: whereOf(actor, query),
  order:
    query.state === "deleted" && query.sort === "newest"
      ? descending(DELETION)
      : ORDERS[query.sort],
});

const viewOf = (row: Row): ClipLine => ({
  ...{ id: row.id, title: row.title, visibility: row.visibility, isAsked: row.is_asked },
  ...{ revision: row.revision, owner: { id: row.owner_id, name: row.owner_name } },
  ...{ madeAt: row.created_at.toISOString(), durationMs: row.played_ms, pieces: row.pieces },
  state: row.state === "ready" || row.state === "failed" ? row.state : "making",
  cause: row.cause,
  strip: row.words && stripOfWords(row.words, row.played_ms),
  // No file of a deleted one is served.
  ...{ quote: row.quote, mixId: row.deleted_at === null ? row.mix_id : null },
  isWithdrawn: row.is_withdrawn,
  people: row.is_withdrawn ? [] : cutLanes.parse(row.lanes),
  call: row.call_id === null ? null : { id: row.call_id, title: row.call_title ?? "" },
  ...{ isCallTrashed: row.is_trashed, views: row.views, labels: row.labels },
  mayChange: row.may_change,
  deleted: row.deleted_at && {
    ...{ at: row.deleted_at.toISOString(), by: row.deleted_by },
    endsAt: row.deleted_with_call ? null : endOfTrash(row.deleted_at).toISOString(),
  },
});

/** A page of the clips the actor may play, or put back, with how many there are. @throws DomainError `forbidden` */
export async function listClips(
  actor: Member,
  query: ClipsQuery,
): Promise<{ clips: ClipLine[]; count: number; next: string | null }> {
  demand(actor, "clip.list");
  const page = await readCountedPage(listOf(actor, query), query);
  return { clips: page.rows.map(viewOf), count: page.count, next: page.next };
}

/** All of them from the query's page on, for a file; that they leave is in the log before they do. */
export async function exportClips(
  actor: Member,
  query: ClipsQuery,
): Promise<AsyncIterable<ClipLine[]>> {
  demand(actor, "clip.list");
  const { count, pages } = await openExport(listOf(actor, query), query.after, viewOf);
  await db.$transaction((tx) =>
    record(tx, actor, "list.exported", undefined, { after: { list: "clips", rows: count } }),
  );
  return pages;
}

/** Of the newest so many clips. */
const NEWEST = 1_000;
type Facet = { kind: keyof ClipFacets; id: string; name: string; n: number };

/** Makers, teams, labels, deals and libraries of the newest clips of the list, the most frequent first. */
export async function clipFacets(
  actor: Member,
  { state }: Pick<ClipsQuery, "state">,
): Promise<ClipFacets> {
  const found = await rows<Facet>(Prisma.sql`
    WITH seen AS MATERIALIZED (SELECT cl.workspace_id, cl.id, cl.owner_id, cl.team_id, cl.call_id FROM clip cl
      WHERE ${listed(actor, state)} ORDER BY cl.created_at DESC LIMIT ${NEWEST})
    SELECT 'by' AS kind, m.id::text, m.name, count(*)::int AS n FROM seen s
      JOIN member m ON m.workspace_id = s.workspace_id AND m.id = s.owner_id GROUP BY m.id, m.name
    UNION ALL SELECT 'team', t.id::text, t.name, count(*)::int FROM seen s
      JOIN team t ON t.workspace_id = s.workspace_id AND t.id = s.team_id GROUP BY t.id, t.name
    UNION ALL SELECT 'label', l.id::text, l.name, count(*)::int FROM seen s
      JOIN clip_label x ON x.workspace_id = s.workspace_id AND x.clip_id = s.id
      JOIN label l ON l.workspace_id = x.workspace_id AND l.id = x.label_id AND l.merged_into IS NULL GROUP BY l.id, l.name
    UNION ALL SELECT 'deal', f.id, f.name, count(*)::int FROM seen cl
      CROSS JOIN LATERAL (SELECT d.id::text AS id, d.name ${ofDeal(actor)}) f GROUP BY f.id, f.name
    UNION ALL SELECT 'library', f.id, f.name, count(*)::int FROM seen cl
      CROSS JOIN LATERAL (SELECT DISTINCT lb.id::text AS id, lb.name ${inLibrary(actor)}) f GROUP BY f.id, f.name
    ORDER BY n DESC, name`);
  const of = (kind: Facet["kind"]) =>
    found.flatMap((one) => (one.kind === kind ? [{ id: one.id, name: one.name, n: one.n }] : []));
  return {
    ...{ by: of("by"), team: of("team"), label: of("label") },
    ...{ deal: of("deal"), library: of("library") },
  };
}
