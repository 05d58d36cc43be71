import type pg from "pg";
import { prepareIds } from "./seed-ids.ts";

/**
 * What the calls of a workspace that `seedCalls` made are filtered by: 40 labels, of which a call has three, a comment on
 * one call in twenty and a reviewer for one in ten. The same every time.
 */
export async function seedFacets(admin: pg.Client, workspaceId: string): Promise<void> {
  const run = (sql: string): Promise<unknown> =>
    admin.query(sql.replaceAll(":w", `'${workspaceId}'::uuid`));
  await prepareIds(admin);
  await run("SET session_replication_role = replica");
  await run(`INSERT INTO label (id, workspace_id, name, folded, colour)
    SELECT pg_temp.id_of('label' || :w || n), :w, 'Label ' || n, 'label ' || n, 'slate' FROM generate_series(0, 39) n`);
  await run(`CREATE TEMP TABLE numbered AS
    SELECT id, owner_id, row_number() OVER (ORDER BY started_at, id) AS n FROM call WHERE workspace_id = :w`);
  // Some labels are on many calls and some on few.
  await run(`INSERT INTO call_label (workspace_id, call_id, label_id, is_by_hand)
    SELECT DISTINCT :w, id, pg_temp.id_of('label' || :w || l), true FROM numbered,
      LATERAL (VALUES (n % 5), (5 + n % 13), (18 + (n * 7) % 22)) v(l)`);
  await run(`INSERT INTO comment (id, workspace_id, call_id, author_id, body)
    SELECT pg_temp.id_of('comment' || id), :w, id, owner_id, 'Well asked' FROM numbered WHERE n % 20 = 0`);
  await run(`INSERT INTO review_assignment (id, workspace_id, call_id, member_id, by_id)
    SELECT pg_temp.id_of('review' || id), :w, id, pg_temp.id_of('member' || :w || (1 + n % 40)), owner_id FROM numbered WHERE n % 10 = 0`);
  await run("DROP TABLE numbered");
  await run("SET session_replication_role = origin");
}
