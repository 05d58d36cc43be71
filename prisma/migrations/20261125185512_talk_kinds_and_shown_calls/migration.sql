-- AlterTable
ALTER TABLE "care_mark" ADD COLUMN     "shown_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "label" ADD COLUMN     "talk_kind" "talk_kind";
