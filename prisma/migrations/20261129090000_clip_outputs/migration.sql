-- Clips that were made before they were kept as files: the sweep asks for theirs within a minute.
INSERT INTO cut_output (workspace_id, cut_id, updated_at)
SELECT k.workspace_id, k.id, now() - interval '1 hour' FROM cut k
WHERE k.clip_id IS NOT NULL AND k.state = 'ready'
  AND EXISTS (SELECT 1 FROM cut_file f WHERE f.workspace_id = k.workspace_id AND f.cut_id = k.id AND f.kind = 'mix')
ON CONFLICT (workspace_id, cut_id) DO NOTHING;
