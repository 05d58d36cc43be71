-- AlterTable
ALTER TABLE "clip" ADD COLUMN     "deleted_by" UUID,
ADD COLUMN     "deletion_id" UUID,
ADD COLUMN     "deleted_with_call" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "removed_at" TIMESTAMPTZ(3);

-- A clip that is back, or was never gone, says nothing of a deletion.
ALTER TABLE clip ADD CONSTRAINT clip__deleted_check CHECK (deleted_at IS NOT NULL
  OR (deleted_by IS NULL AND deletion_id IS NULL AND NOT deleted_with_call AND removed_at IS NULL)),
  DROP CONSTRAINT clip__title_check,
  -- Of one that is removed for good no word is left.
  ADD CONSTRAINT clip__title_check CHECK (CASE WHEN removed_at IS NULL
    THEN char_length(title) BETWEEN 1 AND 120 ELSE title = '' AND folded = '' AND card IS NULL END);

-- What the trash holds: the list of it, and what every night ends.
CREATE INDEX "clip__trash" ON "clip" ("workspace_id", "deleted_at")
  WHERE "deleted_at" IS NOT NULL AND "removed_at" IS NULL;
