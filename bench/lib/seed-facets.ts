import type pg from "pg";

/**
 * What the calls of a workspace that `seedCalls` made are filtered by: 40 labels, of which a call has three, a comment on
 * one call in twenty and a reviewer for one in ten. The same every time.
 */
export async function seedFacets(admin: pg.Client, workspaceId: string): Promise<void> {
  const run = (sql: string): Promise<unknown> =>
    admin.query(sql.replaceAll(":w", `'${workspaceId}'::uuid`));
  await run("SET session_replication_role = replica");
  await run(`INSERT INTO label (id, workspace_id, name, folded, colour)
    SELECT md5('label' || :w || n)::uuid, :w, 'Label ' || n, 'label ' || n, 'slate' FROM generate_series(0, 39) n`);
  await run(`CREATE TEMP TABLE numbered AS
    SELECT id, owner_id, row_number() OVER (ORDER BY started_at, id) AS n FROM call WHERE workspace_id = :w`);
  // Some labels are on many calls and some on few.
  await run(`INSERT INTO call_label (workspace_id, call_id, label_id, is_by_hand)
    SELECT DISTINCT :w, id, md5('label' || :w || l)::uuid, true FROM numbered,
      LATERAL (VALUES (n % 5), (5 + n % 13), (18 + (n * 7) % 22)) v(l)`);
  await run(`INSERT INTO comment (id, workspace_id, call_id, author_id, body)
    SELECT md5('comment' || id)::uuid, :w, id, owner_id, 'Well asked' FROM numbered WHERE n % 20 = 0`);
  await run(`INSERT INTO review_assignment (id, workspace_id, call_id, member_id, by_id)
    SELECT md5('review' || id)::uuid, :w, id, md5('member' || :w || (1 + n % 40))::uuid, owner_id FROM numbered WHERE n % 10 = 0`);
  await run("DROP TABLE numbered");
  await run("SET session_replication_role = origin");
}
