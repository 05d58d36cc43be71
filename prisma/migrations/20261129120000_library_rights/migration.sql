-- A role may be that of an owner, too.
ALTER TYPE "library_level" ADD VALUE 'owner';

-- Which seconds of its sound have anything to hear: a bit per second, as "call_view"."heard".
ALTER TABLE "file" ADD COLUMN "spoken" BYTEA;
ALTER TABLE "cut_file" ADD COLUMN "spoken" BYTEA;

-- Who asked for an item last: of a clip that was changed it is not who added it.
ALTER TABLE "library_item" ADD COLUMN "asked_by_id" UUID;
ALTER TABLE "library_item" ADD CONSTRAINT "library_item__asked_by_fk" FOREIGN KEY ("workspace_id", "asked_by_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- When a listener learned of what they are to hear; all who are named by now have.
ALTER TABLE "required_viewer" ADD COLUMN "told_at" TIMESTAMPTZ(3);
UPDATE "required_viewer" SET "told_at" = "created_at";

-- A personal library gives no access any more, so nothing in one waits for an owner.
DELETE FROM "call_grant" g USING "library_item" i, "library" l
WHERE g."source" = 'library' AND i."workspace_id" = g."workspace_id" AND i."id" = g."source_id"
  AND l."workspace_id" = i."workspace_id" AND l."id" = i."library_id" AND l."kind" = 'personal';
UPDATE "notification" n SET "read_at" = now(), "mail_due_at" = NULL FROM "library_item" i, "library" l
WHERE n."kind" = 'library_asked' AND n."read_at" IS NULL AND n."workspace_id" = i."workspace_id" AND n."values" ->> 'itemId' = i."id"::text
  AND i."is_asked" AND l."workspace_id" = i."workspace_id" AND l."id" = i."library_id" AND l."kind" = 'personal';
UPDATE "library_item" i SET "is_asked" = false FROM "library" l
WHERE i."is_asked" AND l."workspace_id" = i."workspace_id" AND l."id" = i."library_id" AND l."kind" = 'personal';
