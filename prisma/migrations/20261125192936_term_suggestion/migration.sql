-- CreateEnum
CREATE TYPE "suggestion_state" AS ENUM ('counting', 'open', 'accepted', 'declined');

-- CreateTable
CREATE TABLE "term_suggestion" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "term" TEXT NOT NULL,
    "variant" TEXT NOT NULL DEFAULT '',
    "language" TEXT NOT NULL,
    "team_id" UUID,
    "state" "suggestion_state" NOT NULL,
    "times" INTEGER NOT NULL DEFAULT 0,
    "member_id" UUID,
    "decided_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "term_suggestion_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE INDEX "term_suggestion__state" ON "term_suggestion"("workspace_id", "state");

-- AddForeignKey
ALTER TABLE "term_suggestion" ADD CONSTRAINT "term_suggestion__workspace_fk" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "term_suggestion" ADD CONSTRAINT "term_suggestion__team_fk" FOREIGN KEY ("workspace_id", "team_id") REFERENCES "team"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "term_suggestion" ADD CONSTRAINT "term_suggestion__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "term_suggestion" ADD CONSTRAINT "term_suggestion__decided_by_fk" FOREIGN KEY ("workspace_id", "decided_by_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
