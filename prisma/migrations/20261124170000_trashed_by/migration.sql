ALTER TABLE "call" ADD COLUMN "trashed_by" UUID;

-- "Recently deleted": few rows among many, the newest first.
CREATE INDEX call__trashed ON call (workspace_id, trashed_at DESC) WHERE state = 'trashed';
