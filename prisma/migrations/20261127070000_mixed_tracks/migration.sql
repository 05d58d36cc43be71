-- AlterTable
ALTER TABLE "recording" ADD COLUMN     "mixed_tracks" SMALLINT;
