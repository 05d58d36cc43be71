-- CreateEnum
CREATE TYPE "lexicon_kind" AS ENUM ('backchannel', 'filler');

-- CreateTable
CREATE TABLE "lexicon_word" (
    "workspace_id" UUID NOT NULL,
    "language" TEXT NOT NULL,
    "kind" "lexicon_kind" NOT NULL,
    "folded" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "is_unsure" BOOLEAN NOT NULL DEFAULT false,
    "is_removed" BOOLEAN NOT NULL,
    "changed_by_id" UUID,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "lexicon_word_pkey" PRIMARY KEY ("workspace_id","language","kind","folded")
);

-- AddForeignKey
ALTER TABLE "lexicon_word" ADD CONSTRAINT "lexicon_word__workspace_fk" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "lexicon_word" ADD CONSTRAINT "lexicon_word__changed_by_fk" FOREIGN KEY ("workspace_id", "changed_by_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
