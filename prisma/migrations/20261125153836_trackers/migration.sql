-- CreateEnum
CREATE TYPE "tracker_category" AS ENUM ('objection', 'pricing', 'competitor', 'red_flag', 'next_step', 'negative', 'abuse', 'custom');

-- AlterTable
ALTER TABLE "term" ADD COLUMN     "team_id" UUID;

-- CreateTable
CREATE TABLE "tracker" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "folded" TEXT NOT NULL,
    "team_id" UUID,
    "number" INTEGER NOT NULL DEFAULT 1,
    "archived_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "tracker_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "tracker_version" (
    "workspace_id" UUID NOT NULL,
    "tracker_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "category" "tracker_category" NOT NULL,
    "side" "side",
    "language" TEXT NOT NULL,
    "phrases" TEXT[],
    "changed_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "tracker_version_pkey" PRIMARY KEY ("workspace_id","tracker_id","number")
);

-- CreateTable
CREATE TABLE "tracker_reading" (
    "workspace_id" UUID NOT NULL,
    "transcript_id" UUID NOT NULL,
    "numbers" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "tracker_reading_pkey" PRIMARY KEY ("workspace_id","transcript_id")
);

-- AddForeignKey
ALTER TABLE "term" ADD CONSTRAINT "term__team_fk" FOREIGN KEY ("workspace_id", "team_id") REFERENCES "team"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "tracker" ADD CONSTRAINT "tracker__workspace_fk" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "tracker" ADD CONSTRAINT "tracker__team_fk" FOREIGN KEY ("workspace_id", "team_id") REFERENCES "team"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "tracker_version" ADD CONSTRAINT "tracker_version__tracker_fk" FOREIGN KEY ("workspace_id", "tracker_id") REFERENCES "tracker"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "tracker_version" ADD CONSTRAINT "tracker_version__changed_by_fk" FOREIGN KEY ("workspace_id", "changed_by_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "tracker_reading" ADD CONSTRAINT "tracker_reading__transcript_fk" FOREIGN KEY ("workspace_id", "transcript_id") REFERENCES "transcript"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- Two teams may each have their own.
DROP INDEX term__language_term;
CREATE UNIQUE INDEX term__language_term ON term (workspace_id, language, term, coalesce(team_id, '00000000-0000-0000-0000-000000000000'))
  WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX tracker__folded ON tracker (workspace_id, folded, coalesce(team_id, '00000000-0000-0000-0000-000000000000'))
  WHERE archived_at IS NULL;
-- The calls a tracker was heard in.
CREATE INDEX hit__of_tracker ON hit (workspace_id, rule, call_id) WHERE kind = 'tracker';

ALTER TABLE tracker ADD CONSTRAINT tracker__name_check CHECK (char_length(name) BETWEEN 1 AND 80 AND folded <> '');
ALTER TABLE tracker_version ADD CONSTRAINT tracker_version__phrases_check CHECK (cardinality(phrases) BETWEEN 1 AND 50);

CREATE TRIGGER touch BEFORE UPDATE ON tracker FOR EACH ROW EXECUTE FUNCTION touch();
