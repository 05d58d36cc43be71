-- CreateEnum
CREATE TYPE "crm_slug" AS ENUM ('salesforce', 'hubspot', 'mock');

-- CreateEnum
CREATE TYPE "write_rule" AS ENUM ('fill_if_empty', 'overwrite', 'append_newest', 'append_below', 'only_if_said', 'only_increase', 'one_per_call', 'never');

-- CreateEnum
CREATE TYPE "write_review" AS ENUM ('auto', 'owner', 'manager');

-- CreateEnum
CREATE TYPE "crm_write_state" AS ENUM ('proposed', 'blocked', 'dry_run', 'in_review', 'approved', 'writing', 'conflict', 'written', 'failed', 'reverted', 'revert_conflict', 'rejected', 'expired', 'superseded');

-- CreateTable
CREATE TABLE "mapping" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "template_id" INTEGER NOT NULL,
    "crm" "crm_slug" NOT NULL,
    "is_sandbox" BOOLEAN NOT NULL DEFAULT false,
    "dry_run_left" INTEGER NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,
    "changed_by_id" UUID,

    CONSTRAINT "mapping_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "mapping_row" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "mapping_id" UUID NOT NULL,
    "ord" INTEGER NOT NULL,
    "section" TEXT NOT NULL,
    "object" TEXT NOT NULL,
    "field" TEXT NOT NULL,
    "field_label" TEXT NOT NULL,
    "field_type" TEXT NOT NULL,
    "rule" "write_rule" NOT NULL,
    "review" "write_review" NOT NULL,
    "options" JSONB NOT NULL DEFAULT '{}',
    "removed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "mapping_row_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "crm_schema" (
    "workspace_id" UUID NOT NULL,
    "connection_id" UUID NOT NULL,
    "object" TEXT NOT NULL,
    "fields" JSONB NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "crm_schema_pkey" PRIMARY KEY ("workspace_id","connection_id","object")
);

-- CreateTable
CREATE TABLE "crm_ref" (
    "workspace_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "connection_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "external" TEXT NOT NULL,
    "write_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "crm_ref_pkey" PRIMARY KEY ("workspace_id","call_id","connection_id","kind")
);

-- CreateTable
CREATE TABLE "crm_write" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "row_id" UUID NOT NULL,
    "run_id" UUID,
    "template_id" INTEGER NOT NULL,
    "template_version" INTEGER NOT NULL,
    "connection_id" UUID,
    "deal_id" UUID,
    "object" TEXT NOT NULL,
    "record" TEXT,
    "record_label" TEXT,
    "field" TEXT NOT NULL,
    "field_label" TEXT NOT NULL,
    "field_type" TEXT NOT NULL,
    "rule" "write_rule" NOT NULL,
    "review" "write_review" NOT NULL,
    "state" "crm_write_state" NOT NULL,
    "before" JSONB,
    "proposed" JSONB NOT NULL,
    "edited" JSONB,
    "after" JSONB,
    "seen_modified_at" TIMESTAMPTZ(3),
    "theirs" JSONB,
    "idempotency_key" TEXT NOT NULL,
    "fault" TEXT,
    "fault_detail" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "written_at" TIMESTAMPTZ(3),
    "decided_by_id" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "crm_write_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "crm_write_log" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "write_id" UUID NOT NULL,
    "state" "crm_write_state" NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "fault" TEXT,
    "by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "crm_write_log_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "mock_record" (
    "workspace_id" UUID NOT NULL,
    "id" TEXT NOT NULL,
    "object" TEXT NOT NULL,
    "values" JSONB NOT NULL,
    "modified_by" TEXT,
    "modified_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "mock_record_pkey" PRIMARY KEY ("workspace_id","object","id")
);

-- CreateTable
CREATE TABLE "mock_fault" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "fault" TEXT NOT NULL,
    "field" TEXT,
    "left" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "mock_fault_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "mapping__of_template" ON "mapping"("workspace_id", "template_id", "crm");

-- CreateIndex
CREATE INDEX "mapping_row__of_mapping" ON "mapping_row"("workspace_id", "mapping_id", "ord");

-- CreateIndex
CREATE INDEX "crm_write__of_call" ON "crm_write"("workspace_id", "call_id");

-- CreateIndex
CREATE INDEX "crm_write__of_deal" ON "crm_write"("workspace_id", "deal_id");

-- CreateIndex
CREATE UNIQUE INDEX "crm_write__idempotency_key" ON "crm_write"("workspace_id", "idempotency_key");

-- CreateIndex
CREATE INDEX "crm_write_log__of_write" ON "crm_write_log"("workspace_id", "write_id", "created_at");

-- AddForeignKey
ALTER TABLE "mapping" ADD CONSTRAINT "mapping__workspace_fk" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "mapping" ADD CONSTRAINT "mapping__changed_by_fk" FOREIGN KEY ("workspace_id", "changed_by_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "mapping_row" ADD CONSTRAINT "mapping_row__mapping_fk" FOREIGN KEY ("workspace_id", "mapping_id") REFERENCES "mapping"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "crm_schema" ADD CONSTRAINT "crm_schema__connection_fk" FOREIGN KEY ("workspace_id", "connection_id") REFERENCES "connection"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "crm_ref" ADD CONSTRAINT "crm_ref__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "crm_ref" ADD CONSTRAINT "crm_ref__connection_fk" FOREIGN KEY ("workspace_id", "connection_id") REFERENCES "connection"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "crm_write" ADD CONSTRAINT "crm_write__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "crm_write" ADD CONSTRAINT "crm_write__row_fk" FOREIGN KEY ("workspace_id", "row_id") REFERENCES "mapping_row"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "crm_write" ADD CONSTRAINT "crm_write__connection_fk" FOREIGN KEY ("workspace_id", "connection_id") REFERENCES "connection"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "crm_write" ADD CONSTRAINT "crm_write__deal_fk" FOREIGN KEY ("workspace_id", "deal_id") REFERENCES "deal"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "crm_write" ADD CONSTRAINT "crm_write__decided_by_fk" FOREIGN KEY ("workspace_id", "decided_by_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "crm_write_log" ADD CONSTRAINT "crm_write_log__write_fk" FOREIGN KEY ("workspace_id", "write_id") REFERENCES "crm_write"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "crm_write_log" ADD CONSTRAINT "crm_write_log__by_fk" FOREIGN KEY ("workspace_id", "by_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "mock_record" ADD CONSTRAINT "mock_record__workspace_fk" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "mock_fault" ADD CONSTRAINT "mock_fault__workspace_fk" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What waits to be sent, of all workspaces, and what runs out.
CREATE INDEX crm_write__due ON crm_write (due_at) WHERE state IN ('approved', 'writing');
CREATE INDEX crm_write__expiring ON crm_write (expires_at) WHERE state IN ('proposed', 'blocked', 'dry_run', 'in_review');
-- What waits for somebody.
CREATE INDEX crm_write__open ON crm_write (workspace_id, created_at)
  WHERE state IN ('proposed', 'blocked', 'dry_run', 'in_review', 'conflict', 'failed', 'revert_conflict');

ALTER TABLE mapping ADD CONSTRAINT mapping__dry_run_check CHECK (dry_run_left BETWEEN 0 AND 200);
ALTER TABLE mock_fault ADD CONSTRAINT mock_fault__left_check CHECK ("left" BETWEEN 0 AND 100);
ALTER TABLE crm_write ADD CONSTRAINT crm_write__attempts_check CHECK (attempts >= 0);

CREATE TRIGGER touch BEFORE UPDATE ON mapping FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER touch BEFORE UPDATE ON mapping_row FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER touch BEFORE UPDATE ON crm_write FOR EACH ROW EXECUTE FUNCTION touch();
