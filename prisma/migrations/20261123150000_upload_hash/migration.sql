-- AlterTable
ALTER TABLE "upload" ADD COLUMN     "hash_state" BYTEA,
ADD COLUMN     "hashed" BIGINT NOT NULL DEFAULT 0;

ALTER TABLE "upload" ADD CONSTRAINT "upload__hashed_check" CHECK (hashed >= 0 AND hashed <= total AND (hash_state IS NOT NULL) = (hashed > 0));
