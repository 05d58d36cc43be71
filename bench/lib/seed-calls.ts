import type pg from "pg";
import { prepareIds } from "./seed-ids.ts";

type Wish = {
  workspaceId: string;
  count: number /** Whoever else owns calls; made here. */;
  members: number;
  /** Over so many days, evenly; without it two in each eleven minutes. */
  days?: number;
  /** With what analytics read: numbers of people and of the other side, calls that were empty, connected, reviewed. */
  hasFigures?: true;
};

/**
 * Calls of one workspace, straight into the tables: ready, two people each, seven in ten open to all, owned by
 * `members` people of four teams, with strip and talk ratio. The same numbers every time. Triggers and foreign keys
 * rest meanwhile.
 */
export async function seedCalls(
  admin: pg.Client,
  { workspaceId, count, members, days, hasFigures }: Wish,
): Promise<void> {
  const run = (sql: string): Promise<unknown> =>
    admin.query(sql.replaceAll(":w", `'${workspaceId}'::uuid`));
  await prepareIds(admin);
  await run("SET session_replication_role = replica");
  await run(`INSERT INTO team (id, workspace_id, name)
    SELECT pg_temp.id_of('team' || :w || n), :w, 'Team ' || n FROM generate_series(1, 4) n`);
  await run(`INSERT INTO member (id, workspace_id, name, name_order, email, role, state, primary_team_id)
    SELECT pg_temp.id_of('member' || :w || n), :w, 'Member ' || n, 'given_first', md5(:w || n::text) || '@bench.test', 'rep', 'active',
      pg_temp.id_of('team' || :w || (1 + n % 4)) FROM generate_series(1, ${members}) n`);
  await run(`INSERT INTO company (id, workspace_id, name)
    SELECT pg_temp.id_of('company' || :w || n), :w, 'Company ' || n FROM generate_series(1, 300) n`);
  await run(`CREATE TEMP TABLE seeded AS SELECT n, pg_temp.id_of('call' || :w || n) AS id,
      pg_temp.id_of('recording' || :w || n) AS recording_id,
      pg_temp.id_of('member' || :w || (1 + n % ${members})) AS owner_id, pg_temp.id_of('team' || :w || (1 + (n % ${members}) % 4)) AS team_id,
      timestamptz '2026-06-10 15:00Z' - ${days === undefined ? "(n / 2) * interval '11 minutes'" : `n * interval '${(days * 86_400) / count} seconds'`} AS started_at, 60000 + (n::bigint * 7919) % 3000000 AS duration_ms
    FROM generate_series(1, ${count}) n`);
  // Without its numbers the planner takes a temporary table for a short one and walks it once for each row.
  await run("CREATE UNIQUE INDEX ON seeded (id)");
  await run("ANALYZE seeded");
  await run(`INSERT INTO call (id, workspace_id, title, kind, visibility, owner_id, team_id, company_id, language, state, started_at,
      duration_ms, quality, consent, strip, is_connected, reviewed_at, state_reason)
    SELECT id, :w, 'Talk ' || n || ' about freight and forecasts', 'upload',
      (CASE n % 10 WHEN 0 THEN 'private' WHEN 1 THEN 'team' WHEN 2 THEN 'team' ELSE 'workspace' END)::visibility, owner_id, team_id,
      pg_temp.id_of('company' || :w || (1 + n % 300)), 'en', ${hasFigures ? "CASE WHEN n % 33 = 0 THEN 'empty'::call_state ELSE 'available' END" : "'available'"}, started_at, duration_ms, 'A', 'agreed',
      substr(decode(repeat(repeat('c0', 3 + n % 5) || '00' || repeat('0a', 2 + n % 4), 40), 'hex'), 1, 150),
      ${hasFigures ? "n % 5 > 0, CASE WHEN n % 3 = 0 THEN started_at END, CASE WHEN n % 33 = 0 THEN 'no_media' END" : "NULL, NULL, NULL"}
    FROM seeded ORDER BY started_at`);
  await run(`INSERT INTO recording (id, workspace_id, call_id, method, state, is_primary, duration_ms)
    SELECT recording_id, :w, id, 'upload', 'ready', true, duration_ms FROM seeded`);
  await run(`INSERT INTO participant (id, workspace_id, call_id, side, role, name, member_id, lane)
    SELECT pg_temp.id_of('participant' || :w || n || '-' || lane), :w, id, (ARRAY['R','C'])[lane + 1]::side,
      (ARRAY['rep','customer'])[lane + 1]::participant_role, CASE lane WHEN 0 THEN 'Member ' || (1 + n % ${members}) ELSE 'Guest ' || n END,
      CASE lane WHEN 0 THEN owner_id END, lane FROM seeded, generate_series(0, 1) lane`);
  if (hasFigures) await seedFigures(run);
  else
    await run(`INSERT INTO metric_row (workspace_id, config, call_id, side, subject, started_at, kind, duration_ms, speech_ms, talk_ratio)
      SELECT :w, 'metrics@5', id, 'R', id, started_at, 'upload', duration_ms, duration_ms / 2, (n % 100) / 100.0 FROM seeded`);
  await run("DROP TABLE seeded");
  await run("SET session_replication_role = origin");
}

/** Numbers of our side, of the one of ours who spoke, and of the other side, in the order in which calls came. */
async function seedFigures(run: (sql: string) => Promise<unknown>): Promise<void> {
  await run(`INSERT INTO metric_row (workspace_id, config, call_id, side, subject, member_id, started_at, kind, duration_ms, speech_ms,
      talk_ratio, longest_ms, speed, reasons)
    SELECT :w, 'metrics@5', id, (CASE v.side WHEN 'C' THEN 'C' ELSE 'R' END)::side, CASE v.side WHEN 'P' THEN pg_temp.id_of('participant' || :w || n || '-0') ELSE id END,
      CASE v.side WHEN 'P' THEN owner_id END, started_at, 'upload', duration_ms, duration_ms / 2, v.share, v.longest, v.speed,
      CASE WHEN v.share IS NULL THEN '{"talk_ratio": "too_short"}' ELSE '{}' END::jsonb
    FROM seeded CROSS JOIN LATERAL (VALUES
      ('R', CASE WHEN n % 10 > 0 THEN (n % 97) / 97.0 END, (n::bigint * 7919) % 200000, 120 + n % 60),
      ('P', CASE WHEN n % 10 > 0 THEN (n % 97) / 97.0 END, (n::bigint * 7919) % 200000, 120 + n % 60),
      ('C', 1 - (n % 97) / 97.0, (n::bigint * 104729) % 200000, 125 + n % 50)) v(side, share, longest, speed)
    ORDER BY started_at`);
}

/** What autovacuum would have done by the time somebody looks. */
export const settle = (admin: pg.Client): Promise<unknown> => admin.query("VACUUM (ANALYZE)");
