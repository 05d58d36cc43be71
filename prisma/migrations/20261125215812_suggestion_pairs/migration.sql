-- Equal corrections are counted in one row, whoever makes them at the same time.
CREATE UNIQUE INDEX "term_suggestion__pair" ON "term_suggestion"("workspace_id", "language", "term", "variant", "team_id")
  NULLS NOT DISTINCT WHERE "member_id" IS NULL;
