-- AlterTable
ALTER TABLE "library_item" ADD COLUMN     "clip_id" UUID,
ALTER COLUMN "call_id" DROP NOT NULL;

-- CreateIndex
CREATE INDEX "library_item__of_clip" ON "library_item"("workspace_id", "clip_id");

-- AddForeignKey
ALTER TABLE "library_item" ADD CONSTRAINT "library_item__clip_fk" FOREIGN KEY ("workspace_id", "clip_id") REFERENCES "clip"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- Either a call, whole or a range of it, or a clip, which has its own pieces.
ALTER TABLE library_item ADD CONSTRAINT library_item__source_check
  CHECK (num_nonnulls(call_id, clip_id) = 1 AND (clip_id IS NULL OR t0_ms IS NULL));
