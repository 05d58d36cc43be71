-- CreateEnum
CREATE TYPE "talk_kind" AS ENUM ('discovery', 'demo', 'follow_up', 'other');

-- AlterTable
ALTER TABLE "call" ADD COLUMN     "is_connected" BOOLEAN,
ADD COLUMN     "is_sample" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "talk_kind" "talk_kind";

-- AlterTable
ALTER TABLE "metric_row" ADD COLUMN     "cut_in_of" INTEGER,
ADD COLUMN     "interactivity" REAL,
ADD COLUMN     "is_morae" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "open_share" REAL,
ADD COLUMN     "reasons" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "speed_gap" REAL,
ADD COLUMN     "waits" INTEGER;

-- What analytics count: every figure of a period from the index alone.
DROP INDEX "call__activity";
CREATE INDEX "call__activity" ON "call" ("workspace_id", "started_at")
  INCLUDE ("id", "owner_id", "team_id", "visibility", "state", "duration_ms", "company_id", "talk_kind", "is_connected", "is_sample", "reviewed_at")
  WHERE state IN ('ended', 'available', 'empty');

-- Calls that stand already: connected by the words of both sides; rooms by who was there.
UPDATE "call" c SET is_connected = true
WHERE EXISTS (SELECT 1 FROM metric_row r WHERE r.workspace_id = c.workspace_id AND r.call_id = c.id AND r.side = 'R' AND r.subject = c.id AND r.speech_ms >= 5000)
  AND EXISTS (SELECT 1 FROM metric_row r WHERE r.workspace_id = c.workspace_id AND r.call_id = c.id AND r.side = 'C' AND r.subject = c.id AND r.speech_ms >= 5000)
  AND NOT EXISTS (SELECT 1 FROM participant_presence p WHERE p.workspace_id = c.workspace_id AND p.call_id = c.id);
UPDATE "call" c SET is_connected = coalesce((
  SELECT sum(upper(r) - lower(r)) >= 30000 FROM (
    SELECT range_agg(int4range(p.joined_ms, p.left_ms)) FILTER (WHERE w.side = 'R') * range_agg(int4range(p.joined_ms, p.left_ms)) FILTER (WHERE w.side = 'C') AS both
    FROM participant_presence p JOIN participant w ON w.workspace_id = p.workspace_id AND w.id = p.participant_id
    WHERE p.workspace_id = c.workspace_id AND p.call_id = c.id AND p.left_ms > p.joined_ms AND w.role <> 'coach') m, unnest(m.both) r), false)
WHERE c.state IN ('ended', 'available', 'empty')
  AND EXISTS (SELECT 1 FROM participant_presence p WHERE p.workspace_id = c.workspace_id AND p.call_id = c.id);
