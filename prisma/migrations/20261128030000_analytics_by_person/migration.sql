-- What analytics count: every figure of a period from the index alone, why nothing was recorded, the language and the kind of
-- call that the rights look at among them.
DROP INDEX "call__activity";
CREATE INDEX "call__activity" ON "call" ("workspace_id", "started_at")
  INCLUDE ("id", "owner_id", "team_id", "visibility", "state", "state_reason", "kind", "duration_ms", "company_id", "language", "talk_kind", "is_connected", "is_sample", "reviewed_at")
  WHERE state IN ('ended', 'available', 'empty');

-- Talk statistics count each of ours who spoke: what one person said is found by them.
DROP INDEX "metric_row__talk";
CREATE INDEX "metric_row__talk" ON "metric_row" ("workspace_id", "member_id", "config", "started_at") INCLUDE ("call_id") WHERE member_id IS NOT NULL;

-- Whether a workspace has invented history at all is asked by every page of analytics.
CREATE INDEX "call__sample" ON "call" ("workspace_id", "started_at") WHERE is_sample;
