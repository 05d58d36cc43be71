import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { callAccess, can, clipAccess, visible, visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { LIMITS } from "../limits.ts";
import { foldName } from "../words/fold.ts";
import { stripOf } from "../metrics/strip.ts";
import type { WireIndex } from "../transcript/wire.ts";
import { listFolders } from "./folders.server.ts";
import { findLibrary } from "./find-library.server.ts";
import { DAY_MS } from "./required-days.ts";
import type { FolderView, ItemView, LibraryKind, LibraryLine } from "./library-views.ts";

/** An item nobody opened for so long is stale (product §6). */
const STALE_DAYS = 180;

const isStale = Prisma.sql`coalesce(i.last_opened_at, i.created_at) < now() - make_interval(days => ${Prisma.raw(String(STALE_DAYS))})`;

/** What of an item the actor may know: it plays or opens for them, and does not wait. Tables `i`, `c`, `cl`. */
const sees = (actor: Member): Prisma.Sql => Prisma.sql`
  CASE WHEN cl.id IS NULL THEN ${visibleSql(actor, "media.play")} ELSE ${visibleSql(actor, "clip.read")} END`;
const isGone = Prisma.sql`
  CASE WHEN cl.id IS NULL THEN c.state IN ('trashed', 'purged') ELSE cl.deleted_at IS NOT NULL OR c.state = 'purged' END`;
/** Of a clip what plays: of the pieces it was made of, until those that were saved last are. */
const madeMs = Prisma.sql`coalesce((SELECT sum((p ->> 't1Ms')::int - (p ->> 't0Ms')::int)::int
  FROM jsonb_array_elements(k.made -> 'ranges') p), k.duration_ms)`;
const sources = Prisma.sql`library_item i LEFT JOIN clip cl ON cl.workspace_id = i.workspace_id AND cl.id = i.clip_id
  JOIN call c ON c.workspace_id = i.workspace_id AND c.id = coalesce(i.call_id, cl.call_id)`;

type Line = Omit<LibraryLine, "isMine"> & { owner_id: string };

/**
 * Libraries the actor may read, by name; a workspace has 500 at most. Items are counted as the page of the library shows
 * them: what a reader cannot open is in no number, and what was deleted, or waits, is in none at all.
 * @param kind null: of every kind
 * @param q a piece of the name
 */
export async function listLibraries(
  actor: Member,
  { kind, q }: { kind: LibraryKind | null; q: string },
): Promise<LibraryLine[]> {
  const found = await rows<Line>(Prisma.sql`
    WITH lb AS MATERIALIZED (SELECT lb.*, ${visibleSql(actor, "library.curate")} AS curates FROM library lb
      WHERE ${visibleSql(actor, "library.read")}
        AND (${kind}::text IS NULL OR lb.kind::text = ${kind}) AND strpos(lb.folded, ${foldName(q)}) > 0
      ORDER BY lb.folded, lb.id LIMIT ${LIMITS.libraries}),
    -- Items of all libraries in one go: asked of each by itself, the rights of its calls would be worked out as often.
    held AS MATERIALIZED (SELECT i.library_id, ${isStale} AS is_stale, ${sees(actor)} AS sees FROM ${sources}
      WHERE i.workspace_id = ${actor.workspaceId}::uuid AND i.library_id = ANY(ARRAY(SELECT id FROM lb)) AND i.deleted_at IS NULL
        AND NOT i.is_asked AND NOT ${isGone}),
    n AS (SELECT library_id, count(*)::int AS "all", count(*) FILTER (WHERE sees)::int AS seen,
        count(*) FILTER (WHERE is_stale AND sees)::int AS stale FROM held GROUP BY library_id)
    SELECT lb.id, lb.name, lb.description, lb.kind::text, lb.owner_id, t.name AS team, o.name AS owner,
      lb.curates AS "mayCurate", coalesce(CASE WHEN lb.curates THEN n.all ELSE n.seen END, 0) AS items, coalesce(n.stale, 0) AS stale,
      (SELECT count(*)::int FROM library_follow f WHERE f.workspace_id = lb.workspace_id AND f.library_id = lb.id) AS followers,
      EXISTS (SELECT 1 FROM library_follow f WHERE f.workspace_id = lb.workspace_id AND f.library_id = lb.id
        AND f.member_id = ${actor.memberId}::uuid) AS "isFollowed"
    FROM lb JOIN member o ON o.workspace_id = lb.workspace_id AND o.id = lb.owner_id
    LEFT JOIN team t ON t.workspace_id = lb.workspace_id AND t.id = lb.team_id
    LEFT JOIN n ON n.library_id = lb.id
    ORDER BY lb.folded, lb.id`);
  return found.map(({ owner_id, ...line }) => ({ ...line, isMine: owner_id === actor.memberId }));
}

type ItemRow = {
  id: string;
  folder_id: string | null;
  position: number;
  call_id: string | null;
  clip_id: string | null;
  t0_ms: number | null;
  t1_ms: number | null;
  title: string;
  why: string;
  added_by: string;
  is_asked: boolean;
  opened: number;
  last_opened_at: Date | null;
  created_at: Date;
  is_gone: boolean;
  named: string;
  duration_ms: number | null;
  strip: Buffer | null;
  /** Of a clip: who speaks when. */
  said: WireIndex | null;
  company: string | null;
  sees: boolean;
  has_media: boolean;
  is_withdrawn: boolean;
  position_ms: number | null;
  ended_at: Date | null;
};

/** A library with all that is in it, in its order. */
export type LibraryContents = {
  library: {
    id: string;
    name: string;
    description: string;
    kind: LibraryKind;
    team: string | null;
    owner: string;
    version: number;
    followers: number;
    isFollowed: boolean;
    /** What is in it to be opened: neither deleted nor waiting; for a curator with what they cannot open. */
    items: number;
    can: { curate: boolean; manage: boolean };
  };
  folders: FolderView[];
  items: ItemView[];
};

/**
 * A library with its items, up to 2,000 in one statement. What a reader cannot open is not among them, nor what was
 * deleted and they could not open before, so that no number speaks of it; for curators it is a row without a name. What
 * waits for the word of an owner is there for curators alone.
 * @throws DomainError `not_found`
 */
export async function readLibrary(actor: Member, libraryId: string): Promise<LibraryContents> {
  const { workspaceId, memberId } = actor;
  const library = await findLibrary(db, actor, libraryId, "library.read");
  const mayCurate = can(actor, "library.curate", library);
  const [found, folders, follows, people] = await Promise.all([
    rows<ItemRow>(Prisma.sql`
      SELECT i.id, i.folder_id, i.position, i.call_id, i.clip_id, i.t0_ms, i.t1_ms, i.title, i.why, m.name AS added_by, i.is_asked,
        i.opened, i.last_opened_at, i.created_at, p.position_ms, p.ended_at,
        ${isGone} AS is_gone,
        coalesce(cl.title, c.title) AS named, CASE WHEN cl.id IS NULL THEN c.duration_ms ELSE ${madeMs} END AS duration_ms,
        CASE WHEN cl.id IS NULL THEN c.strip END AS strip, k.words -> 'index' AS said,
        CASE WHEN cl.id IS NULL OR ${visibleSql(actor, "call.read")} THEN co.name END AS company,
        ${sees(actor)} AS sees,
        CASE WHEN cl.id IS NULL THEN EXISTS (SELECT 1 FROM file f WHERE f.workspace_id = r.workspace_id AND f.recording_id = r.id
          AND f.kind IN ('mix', 'track') HAVING bool_or(f.kind = 'mix') OR count(*) = 1) ELSE k.made IS NOT NULL AND EXISTS (SELECT 1 FROM cut_file f
          WHERE f.workspace_id = k.workspace_id AND f.cut_id = k.id AND f.kind = 'mix') END AS has_media,
        cl.id IS NOT NULL AND EXISTS (SELECT 1 FROM participant pa WHERE pa.workspace_id = c.workspace_id
          AND pa.call_id = c.id AND pa.consent = 'withdrawn') AS is_withdrawn
      FROM ${sources}
      LEFT JOIN cut k ON k.workspace_id = cl.workspace_id AND k.clip_id = cl.id
      JOIN member m ON m.workspace_id = i.workspace_id AND m.id = i.added_by_id
      LEFT JOIN company co ON co.workspace_id = c.workspace_id AND co.id = c.company_id
      LEFT JOIN recording r ON r.workspace_id = c.workspace_id AND r.call_id = c.id AND r.is_primary AND r.media_removed_at IS NULL
      LEFT JOIN library_play p ON p.workspace_id = i.workspace_id AND p.item_id = i.id AND p.member_id = ${memberId}::uuid
      WHERE i.workspace_id = ${workspaceId}::uuid AND i.library_id = ${libraryId}::uuid AND i.deleted_at IS NULL
        AND (${mayCurate} OR NOT i.is_asked)
      ORDER BY i.position, i.id`),
    listFolders(db, { workspaceId, libraryId }),
    db.libraryFollow.findMany({ where: { workspaceId, libraryId }, select: { memberId: true } }),
    db.library.findUniqueOrThrow({
      where: { workspaceId_id: { workspaceId, id: libraryId } },
      select: { owner: { select: { name: true } }, team: { select: { name: true } } },
    }),
  ]);
  const known = await knownWhenGone(actor, found);
  const items = found
    .filter(
      (row) =>
        mayCurate || row.sees || (row.is_gone && known.has(row.clip_id ?? row.call_id ?? "")),
    )
    .map((row) => ({ ...viewOf(row, known), place: mayCurate ? row.position + 1 : null }));
  return {
    library: {
      ...{ id: library.id, name: library.name, description: library.description },
      ...{ kind: library.kind, version: library.version, followers: follows.length },
      ...{ team: people.team?.name ?? null, owner: people.owner.name },
      items: found.filter((row) => !row.is_asked && !row.is_gone && (mayCurate || row.sees)).length,
      isFollowed: follows.some((follow) => follow.memberId === memberId),
      can: { curate: mayCurate, manage: can(actor, "library.manage", library) },
    },
    folders: folders.map((folder) => ({
      ...folder,
      count: items.filter(({ folderId }) => folderId !== null && folder.within.includes(folderId))
        .length,
    })),
    items,
  };
}

/** Of deleted sources those whose title the actor could read: the rules are asked as if they were there. */
async function knownWhenGone(actor: Member, found: readonly ItemRow[]): Promise<Set<string>> {
  const { workspaceId } = actor;
  const gone = found.filter(({ is_gone }) => is_gone);
  if (gone.length === 0) return new Set();
  const [calls, clips] = await Promise.all([
    db.call.findMany({
      where: { workspaceId, id: { in: gone.flatMap(({ call_id }) => call_id ?? []) } },
      select: { ...callAccess, id: true },
    }),
    db.clip.findMany({
      where: { workspaceId, id: { in: gone.flatMap(({ clip_id }) => clip_id ?? []) } },
      select: { ...clipAccess, id: true },
    }),
  ]);
  const known = [
    ...calls.filter((call) => can(actor, "call.read", { ...call, state: "available" })),
    ...clips.filter((clip) =>
      can(actor, "clip.read", { ...clip, deletedAt: null, call: { state: "available" } }),
    ),
  ];
  return new Set(known.map(({ id }) => id));
}

function viewOf(row: ItemRow, known: ReadonlySet<string>): Omit<ItemView, "place"> {
  const t0Ms = row.t0_ms ?? 0;
  const shared = {
    ...{ id: row.id, folderId: row.folder_id, why: row.why, addedBy: row.added_by },
    ...{ addedAt: row.created_at.toISOString(), opened: row.opened, isRange: row.t0_ms !== null },
    ...{ t0Ms, t1Ms: row.t1_ms ?? row.duration_ms ?? t0Ms, isEnded: row.ended_at !== null },
    kind: row.clip_id === null ? ("call" as const) : ("clip" as const),
  };
  const nothing = {
    ...{ callId: null, clipId: null, company: null, strip: null, staleDays: null },
    positionMs: null,
  };
  // Not even its length: an item without a name is a place in the order.
  const unknown = {
    ...{ t0Ms: 0, t1Ms: 0, isRange: false, opened: 0, isEnded: false },
    ...{ title: null, why: "", addedBy: "", addedAt: null },
  };
  if (row.is_gone) {
    const isKnown = known.has(row.clip_id ?? row.call_id ?? "");
    return {
      ...{ ...shared, ...nothing, state: "gone" },
      ...(isKnown ? { title: row.title } : unknown),
    };
  }
  // What a curator wrote about it may say what was said in it.
  if (!row.sees) return { ...shared, ...nothing, ...unknown, state: "locked" };
  const idleDays = Math.floor(
    (now().getTime() - (row.last_opened_at ?? row.created_at).getTime()) / DAY_MS,
  );
  return {
    ...{ ...shared, state: stateOf(row) },
    ...{ title: row.named, callId: row.call_id, clipId: row.clip_id, company: row.company },
    strip: stripFor(row),
    staleDays: idleDays >= STALE_DAYS ? idleDays : null,
    positionMs: row.position_ms,
  };
}

function stateOf(row: ItemRow): ItemView["state"] {
  if (row.is_asked) return "asked";
  if (row.is_withdrawn) return "withdrawn";
  if (row.has_media) return "ready";
  return row.clip_id === null ? "silent" : "making";
}

/** A call keeps its own; a clip's is drawn of its words' times, so that nothing beside its pieces is in it. */
function stripFor({ strip, said, duration_ms, is_withdrawn }: ItemRow): string | null {
  if (said === null) return strip?.toString("base64") ?? null;
  if (is_withdrawn || duration_ms === null) return null;
  let t0Ms = 0;
  const spoken = said.t0.map((step, at) => {
    t0Ms += step;
    const side = said.lanes[said.lane[at] ?? -1]?.side ?? null;
    return { t0Ms, t1Ms: t0Ms + (said.ms[at] ?? 0), side };
  });
  const drawn = stripOf(spoken, duration_ms);
  return drawn && Buffer.from(drawn).toString("base64");
}

/** A call or a clip that can be added. */
export type Choice = { kind: "call" | "clip"; id: string; title: string };
const MOST_CHOICES = 20;

/** Clips and calls the actor sees whose title has these words, the newest of each first. */
export async function findToAdd(actor: Member, q: string): Promise<Choice[]> {
  const title = { contains: q.trim(), mode: "insensitive" as const };
  const [clips, calls] = await Promise.all([
    db.clip.findMany({
      where: { AND: [visible(actor, "clip.read")], title },
      orderBy: { id: "desc" },
      take: MOST_CHOICES,
      select: { id: true, title: true },
    }),
    db.call.findMany({
      where: { AND: [visible(actor, "call.read")], state: "available", title },
      orderBy: [{ startedAt: { sort: "desc", nulls: "last" } }, { id: "desc" }],
      take: MOST_CHOICES,
      select: { id: true, title: true },
    }),
  ]);
  return [
    ...clips.map((clip) => ({ kind: "clip" as const, ...clip })),
    ...calls.map((call) => ({ kind: "call" as const, ...call })),
  ];
}
