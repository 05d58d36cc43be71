-- AlterTable
ALTER TABLE "clip" ADD COLUMN     "agreed_from" INTEGER NOT NULL DEFAULT 1;

ALTER TABLE clip ADD CONSTRAINT clip__agreed_check CHECK (agreed_from >= 1);
