-- CreateEnum
CREATE TYPE "template_state" AS ENUM ('draft', 'published', 'archived');

-- CreateEnum
CREATE TYPE "run_purpose" AS ENUM ('live', 'trial');

-- AlterTable
ALTER TABLE "summary_run" ADD COLUMN     "output_language" TEXT,
ADD COLUMN     "purpose" "run_purpose" NOT NULL DEFAULT 'live';

-- AlterTable
ALTER TABLE "workspace" ADD COLUMN     "template_seq" INTEGER NOT NULL DEFAULT 100;

-- CreateTable
CREATE TABLE "summary_edit" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "template_id" INTEGER NOT NULL,
    "section" TEXT NOT NULL,
    "items" JSONB NOT NULL,
    "seen_run_id" UUID,
    "edited_by_id" UUID NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "summary_edit_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "template" (
    "workspace_id" UUID NOT NULL,
    "id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "archived_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "template_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "template_version" (
    "workspace_id" UUID NOT NULL,
    "template_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "state" "template_state" NOT NULL,
    "content" JSONB NOT NULL,
    "note" TEXT,
    "published_at" TIMESTAMPTZ(3),
    "changed_by_id" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "template_version_pkey" PRIMARY KEY ("workspace_id","template_id","number")
);

-- CreateIndex
CREATE UNIQUE INDEX "summary_edit__of_section" ON "summary_edit"("workspace_id", "call_id", "template_id", "section");

-- CreateIndex
CREATE INDEX "summary_run__template_created_at" ON "summary_run"("workspace_id", "template_id", "created_at" DESC);

-- AddForeignKey
ALTER TABLE "summary_edit" ADD CONSTRAINT "summary_edit__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "summary_edit" ADD CONSTRAINT "summary_edit__edited_by_fk" FOREIGN KEY ("workspace_id", "edited_by_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "template" ADD CONSTRAINT "template__workspace_fk" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "template_version" ADD CONSTRAINT "template_version__template_fk" FOREIGN KEY ("workspace_id", "template_id") REFERENCES "template"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "template_version" ADD CONSTRAINT "template_version__changed_by_fk" FOREIGN KEY ("workspace_id", "changed_by_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- One draft and one published version of a template at most; however many are in the archive.
CREATE UNIQUE INDEX template_version__one_draft ON template_version (workspace_id, template_id) WHERE state = 'draft';
CREATE UNIQUE INDEX template_version__one_published ON template_version (workspace_id, template_id) WHERE state = 'published';
-- A run is asked for once while it waits or is made; runs without a template are older than templates.
CREATE UNIQUE INDEX summary_run__in_flight ON summary_run (workspace_id, transcript_id, template_id, template_version, purpose) WHERE state IN ('queued', 'running');
-- door: trial runs that are removed after 7 days.
CREATE INDEX summary_run__trials ON summary_run (created_at) WHERE purpose = 'trial';

ALTER TABLE template ADD CONSTRAINT template__id_check CHECK (id > 100), ADD CONSTRAINT template__name_check CHECK (char_length(name) BETWEEN 1 AND 80);
ALTER TABLE template_version ADD CONSTRAINT template_version__number_check CHECK (number >= 1), ADD CONSTRAINT template_version__published_check CHECK ((state = 'draft') = (published_at IS NULL)), ADD CONSTRAINT template_version__note_check CHECK (char_length(note) <= 500);

CREATE TRIGGER touch BEFORE UPDATE ON template FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER touch BEFORE UPDATE ON template_version FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER touch BEFORE UPDATE ON summary_edit FOR EACH ROW EXECUTE FUNCTION touch();
