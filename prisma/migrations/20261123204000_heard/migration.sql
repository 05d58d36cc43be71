ALTER TABLE "call" ADD COLUMN "reviewed_at" TIMESTAMPTZ(3);

-- What a member heard of a call is one union over all visits: one row for each, the newest. Visits are in the user log.
DELETE FROM call_view v USING call_view w
WHERE w.workspace_id = v.workspace_id AND w.call_id = v.call_id AND w.member_id = v.member_id
  AND (w.created_at, w.id) > (v.created_at, v.id);

CREATE UNIQUE INDEX call_view__of_member ON call_view (workspace_id, call_id, member_id) WHERE member_id IS NOT NULL;
