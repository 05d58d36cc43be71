-- AlterTable
ALTER TABLE "call_search" ADD COLUMN     "is_stale" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "call_search" ALTER COLUMN "is_stale" SET DEFAULT false;

-- Calls that were never summarised had no entry, and entries did not hold their owner's name: all are written anew
-- by the sweep, newest first.
INSERT INTO "call_search" ("workspace_id", "call_id", "started_at", "doc", "is_stale")
  SELECT workspace_id, id, coalesce(started_at, created_at), ''::tsvector, true FROM "call" WHERE state IN ('live', 'ended', 'available')
  ON CONFLICT DO NOTHING;
CREATE INDEX "call_search__stale" ON "call_search" ("started_at" DESC) WHERE is_stale;

-- What Home shows and the navigation counts on every page: recordings that need somebody or are on their way, few among many.
CREATE INDEX "recording__unfinished" ON "recording" ("workspace_id", "state", "call_id")
  WHERE state IN ('receiving', 'interrupted', 'uploaded', 'processing', 'failed');

-- Our share of speech, by which the list of recordings is filtered and sorted.
CREATE INDEX "metric_row__us" ON "metric_row" ("workspace_id", "call_id", "talk_ratio")
  WHERE config = 'metrics@1' AND side = 'R' AND subject = call_id;
