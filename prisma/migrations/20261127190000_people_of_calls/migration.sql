-- AlterTable
ALTER TABLE "guest" ADD COLUMN     "email" TEXT;

-- AlterTable
ALTER TABLE "participant" ADD COLUMN     "side_changed_at" TIMESTAMPTZ(3);
