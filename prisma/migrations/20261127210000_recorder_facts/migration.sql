-- What a browser's recording needs to be known by: whose voice the microphone holds, how it ended, how much it may send.
ALTER TABLE browser_recorder
  ADD COLUMN is_own_voice boolean NOT NULL DEFAULT true,
  ADD COLUMN end_reason text CHECK (end_reason IN ('stopped', 'limit', 'full', 'elsewhere', 'closed', 'abandoned')),
  ADD COLUMN pieces integer NOT NULL DEFAULT 0;

-- Of recordings that were made before.
UPDATE browser_recorder b SET pieces = (
  SELECT count(*) FROM local_chunk c
  WHERE c.workspace_id = b.workspace_id AND c.call_id = b.call_id AND c.is_primary);
UPDATE browser_recorder b SET end_reason = 'stopped'
FROM recording r
WHERE r.workspace_id = b.workspace_id AND r.id = b.recording_id AND r.state NOT IN ('receiving', 'interrupted');
