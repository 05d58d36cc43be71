-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "cut_file_kind" ADD VALUE 'mp3';
ALTER TYPE "cut_file_kind" ADD VALUE 'mp4';

-- CreateTable
CREATE TABLE "cut_output" (
    "workspace_id" UUID NOT NULL,
    "cut_id" UUID NOT NULL,
    "state" "cut_state" NOT NULL DEFAULT 'queued',
    "cause" TEXT,
    "detail" TEXT,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "revision" INTEGER,
    "words_version" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "cut_output_pkey" PRIMARY KEY ("workspace_id","cut_id")
);

-- AddForeignKey
ALTER TABLE "cut_output" ADD CONSTRAINT "cut_output__cut_fk" FOREIGN KEY ("workspace_id", "cut_id") REFERENCES "cut"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- door: files of clips that are still to be made, of every workspace.
CREATE INDEX cut_output__open ON cut_output (updated_at) WHERE state IN ('queued', 'rendering');

CREATE TRIGGER touch BEFORE UPDATE ON cut_output FOR EACH ROW EXECUTE FUNCTION touch();
