import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { can, demand, visibleSql } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { liveAvailability } from "#app/core/domain/live/availability.server.ts";
import { DEMO_SOURCE } from "#app/core/domain/live/demo-source.ts";
import { latestMeter } from "#app/core/domain/live/latest-meters.server.ts";
import type {
  ConsoleView,
  LiveCard,
  PopperView,
  RecordingNow,
} from "#app/core/domain/live/live-views.ts";
import { defaultVisibilityOf } from "#app/core/domain/live/start.server.ts";
import { hasSound, recordingNow, waitingOf } from "#app/core/domain/live/stream.server.ts";

/** The page `/console`: what can be done now, the own call, the wall of who may listen, today. @throws DomainError `forbidden` */
export async function getConsole(actor: Member): Promise<ConsoleView> {
  demand(actor, "console.read");
  const [availability, current, wall, today, defaultVisibility] = await Promise.all([
    liveAvailability(),
    findOwnCall(actor),
    can(actor, "live.wall") ? listWall(actor) : null,
    listToday(actor),
    defaultVisibilityOf(db, actor),
  ]);
  return { availability, current, wall, today, defaultVisibility };
}

/** The small window: the own call, or why there is none to be had. */
export async function findPopper(actor: Member): Promise<PopperView> {
  const [availability, current] = await Promise.all([liveAvailability(), findOwnCall(actor)]);
  return { availability, current };
}

/** The actor's own call that runs: the pill of every page. */
export async function findOwnCall(actor: Member): Promise<LiveCard | null> {
  const [card] = await readCards(
    actor,
    Prisma.sql`${visibleSql(actor, "live.host")} AND c.scheduled_start IS NULL`,
  );
  return card ?? null;
}

/** Live calls in the actor's scope, oldest first. Private ones are not there. */
const listWall = (actor: Member): Promise<LiveCard[]> =>
  readCards(
    actor,
    Prisma.sql`${visibleSql(actor, "live.listen")} AND c.owner_id <> ${actor.memberId}::uuid AND c.state = 'live'`,
  );

/** One call as a card, for streams; null when it is over or the actor may not know of it. */
export async function findCard(actor: Member, callId: string): Promise<LiveCard | null> {
  const [card] = await readCards(
    actor,
    Prisma.sql`c.id = ${callId}::uuid AND (${visibleSql(actor, "live.host")} OR (${visibleSql(actor, "live.listen")} AND c.state = 'live'))`,
  );
  return card ?? null;
}

type CardRow = {
  id: string;
  title: string;
  company: string | null;
  owner_id: string;
  owner_name: string;
  call_state: string;
  is_demo: boolean;
  started_at: Date | null;
  people: { id: string; name: string; side: "R" | "C" }[] | null;
  state: RecordingNow["state"];
  state_at: Date;
  dir: string | null;
  seen_ms: number;
  seen_at: Date;
  tracks: number;
  has_sound: boolean;
  missing: string[];
  can_listen: boolean;
};

/** Running calls that meet `where`; people are those in the room now. */
async function readCards(actor: Member, where: Prisma.Sql): Promise<LiveCard[]> {
  const found = await rows<CardRow>(Prisma.sql`
    SELECT c.id, c.title, co.name AS company, c.owner_id, o.name AS owner_name,
      c.state::text AS call_state, c.source = ${DEMO_SOURCE} AS is_demo, c.started_at,
      (SELECT json_agg(json_build_object('id', p.id, 'name', p.name, 'side', p.side) ORDER BY p.lane) FROM participant p
        WHERE p.workspace_id = c.workspace_id AND p.call_id = c.id AND p.role <> 'coach'
          AND EXISTS (SELECT 1 FROM participant_presence x WHERE x.workspace_id = p.workspace_id AND x.call_id = p.call_id
            AND x.participant_id = p.id AND x.left_ms IS NULL)) AS people,
      l.state::text, l.state_at, r.dir,
      (extract(epoch FROM now() - coalesce(r.seen_at, l.created_at)) * 1000)::float8 AS seen_ms,
      coalesce(r.seen_at, l.created_at) AS seen_at, 0 AS tracks, ${hasSound} AS has_sound,
      ARRAY(SELECT p.name FROM participant p WHERE p.workspace_id = l.workspace_id AND p.id = ANY(l.missing) ORDER BY p.lane) AS missing,
      ${visibleSql(actor, "live.listen")} AS can_listen
    FROM call c
    JOIN live_call l ON l.workspace_id = c.workspace_id AND l.call_id = c.id
    JOIN member o ON o.workspace_id = c.workspace_id AND o.id = c.owner_id
    LEFT JOIN company co ON co.workspace_id = c.workspace_id AND co.id = c.company_id
    LEFT JOIN live_recorder r ON r.workspace_id = l.workspace_id AND r.call_id = l.call_id AND r.room = l.room
    WHERE c.workspace_id = ${actor.workspaceId}::uuid AND c.kind = 'room' AND c.state IN ('scheduled', 'live') AND ${where}
    ORDER BY c.started_at, c.id LIMIT 100`);
  return Promise.all(found.map((row) => cardOf(actor, row)));
}

async function cardOf(actor: Member, row: CardRow): Promise<LiveCard> {
  const people = row.people ?? [];
  const ours = new Set(people.filter(({ side }) => side === "R").map(({ id }) => id));
  const { share, monologueMs } = latestMeter(row.id, ours);
  const isMine = row.owner_id === actor.memberId;
  return {
    callId: row.id,
    title: row.title,
    company: row.company,
    owner: { id: row.owner_id, name: row.owner_name },
    startedAt: row.call_state === "scheduled" ? null : (row.started_at?.toISOString() ?? null),
    people: people.map(({ name, side }) => ({ name, side })),
    share,
    monologueMs,
    recording: await recordingNow(row),
    isMine,
    waiting: isMine ? await waitingOf({ workspaceId: actor.workspaceId, callId: row.id }) : [],
    canListen: row.can_listen,
    isDemo: row.is_demo,
  };
}

type TodayRow = { id: string; title: string; at: Date; is_live: boolean };
const MOST_TODAY = 20;

/** The actor's own calls since midnight where they are, newest first. */
async function listToday(actor: Member): Promise<ConsoleView["today"]> {
  const found = await rows<TodayRow>(Prisma.sql`
    SELECT c.id, c.title, c.started_at AS at, c.state IN ('scheduled', 'live') AS is_live
    FROM call c JOIN workspace w ON w.id = c.workspace_id
    WHERE ${visibleSql(actor, "live.host")} AND c.kind = 'room' AND c.state IN ('scheduled', 'live', 'ended', 'available')
      AND c.started_at >= date_trunc('day', now(), coalesce(${actor.timeZone}, w.time_zone))
    ORDER BY c.started_at DESC, c.id DESC LIMIT ${MOST_TODAY}`);
  return found.map(({ id, title, at, is_live: isLive }) => ({
    callId: id,
    title,
    at: at.toISOString(),
    isLive,
  }));
}
