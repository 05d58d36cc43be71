-- A shared view is everybody's of the workspace, or one team's.
ALTER TABLE "saved_view" ADD COLUMN "team_id" UUID;
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view__team_fk" FOREIGN KEY ("workspace_id", "team_id") REFERENCES "team"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view__team_check" CHECK ("team_id" IS NULL OR "is_shared");
