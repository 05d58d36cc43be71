-- AlterTable
ALTER TABLE "connection" ADD COLUMN     "limited_until" TIMESTAMPTZ(3),
ADD COLUMN     "refresh_lease_until" TIMESTAMPTZ(3),
ADD COLUMN     "token_version" INTEGER NOT NULL DEFAULT 0;
