-- AlterTable
ALTER TABLE "comment_mention" ADD COLUMN     "gave_access" BOOLEAN NOT NULL DEFAULT false;

-- Notes and flags of calls that were assembled before comments were there; a note of a running call becomes one with it.
INSERT INTO comment (workspace_id, id, call_id, author_id, t0_ms, body, visibility, is_flag, created_at, updated_at, created_by)
SELECT n.workspace_id, n.id, n.call_id, n.author_id, n.t0_ms, left(coalesce(n.body, ''), 4000),
  CASE WHEN n.is_private THEN 'private' ELSE 'internal' END::comment_visibility, n.kind = 'flag', n.created_at, n.created_at, n.author_id
FROM note n JOIN call c ON c.workspace_id = n.workspace_id AND c.id = n.call_id
WHERE c.state NOT IN ('scheduled', 'live') ON CONFLICT DO NOTHING;
