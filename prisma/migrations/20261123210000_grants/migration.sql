-- A source gives one person or team one grant of a call: given again it changes the level.
CREATE UNIQUE INDEX call_grant__of_source ON call_grant
  (workspace_id, call_id, coalesce(member_id, team_id), source, coalesce(source_id, '00000000-0000-0000-0000-000000000000'::uuid));
