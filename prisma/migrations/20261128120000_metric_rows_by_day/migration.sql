-- Statistics read the rows of a period in one stretch, those of a side and those of each of ours who is a member.
CREATE INDEX "metric_row__sides" ON "metric_row" ("workspace_id", "config", "side", "started_at") WHERE subject = call_id;
CREATE INDEX "metric_row__people" ON "metric_row" ("workspace_id", "config", "started_at") WHERE member_id IS NOT NULL;
-- Of a rule set that makes no rows any more.
DROP INDEX "metric_row__us";
