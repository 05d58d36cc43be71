-- What waits for a word of who keeps the call: counted with every page.
CREATE INDEX "clip__waits" ON "clip" ("workspace_id", "call_id")
  WHERE ("wanted_visibility" IS NOT NULL OR "confirmed_revision" < "revision") AND "deleted_at" IS NULL;
CREATE INDEX "library_item__asked" ON "library_item" ("workspace_id", "library_id")
  WHERE "is_asked" AND "deleted_at" IS NULL;
