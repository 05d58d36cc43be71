-- CreateEnum
CREATE TYPE "deal_stage_kind" AS ENUM ('open', 'won', 'lost');

-- CreateEnum
CREATE TYPE "deal_source" AS ENUM ('hand', 'csv', 'crm');

-- AlterTable
ALTER TABLE "call" ADD COLUMN     "company_match" TEXT,
ADD COLUMN     "deal_chosen_at" TIMESTAMPTZ(3),
ADD COLUMN     "deal_chosen_by" UUID;

-- AlterTable
ALTER TABLE "company" ADD COLUMN     "connection_id" UUID,
ADD COLUMN     "external" TEXT,
ADD COLUMN     "private_to_id" UUID,
ADD COLUMN     "synced_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "contact" ADD COLUMN     "connection_id" UUID,
ADD COLUMN     "external" TEXT,
ADD COLUMN     "private_to_id" UUID,
ADD COLUMN     "synced_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "participant" ADD COLUMN     "contact_match" TEXT,
ADD COLUMN     "crm_id" TEXT;

-- AlterTable
ALTER TABLE "workspace" ADD COLUMN     "deal_visibility" "visibility" NOT NULL DEFAULT 'team';

-- CreateTable
CREATE TABLE "deal_stage" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "folded" TEXT NOT NULL,
    "kind" "deal_stage_kind" NOT NULL DEFAULT 'open',
    "ord" INTEGER NOT NULL,
    "connection_id" UUID,
    "pipeline" TEXT NOT NULL DEFAULT '',
    "external" TEXT,
    "archived_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "deal_stage_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "deal" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "folded" TEXT NOT NULL,
    "company_id" UUID,
    "owner_id" UUID,
    "team_id" UUID,
    "stage_id" UUID NOT NULL,
    "amount" DECIMAL(18,2),
    "currency" TEXT,
    "close_date" DATE,
    "next_step" TEXT,
    "source" "deal_source" NOT NULL DEFAULT 'hand',
    "connection_id" UUID,
    "external" TEXT,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "synced_at" TIMESTAMPTZ(3),
    "gone_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "deal_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "deal_history" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "deal_id" UUID NOT NULL,
    "field" TEXT NOT NULL,
    "before" TEXT,
    "after" TEXT,
    "source" "deal_source" NOT NULL,
    "by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "deal_history_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "deal_person" (
    "workspace_id" UUID NOT NULL,
    "deal_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "role" TEXT,
    "source" "deal_source" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "deal_person_pkey" PRIMARY KEY ("workspace_id","deal_id","contact_id")
);

-- CreateTable
CREATE TABLE "call_deal" (
    "workspace_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "deal_id" UUID NOT NULL,
    "is_primary" BOOLEAN NOT NULL DEFAULT false,
    "confidence" INTEGER NOT NULL,
    "reasons" TEXT[],
    "by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "call_deal_pkey" PRIMARY KEY ("workspace_id","call_id","deal_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "deal_stage__connection_external" ON "deal_stage"("workspace_id", "connection_id", "pipeline", "external");

-- CreateIndex
CREATE INDEX "deal__of_company" ON "deal"("workspace_id", "company_id");

-- CreateIndex
CREATE INDEX "deal__of_owner" ON "deal"("workspace_id", "owner_id");

-- CreateIndex
CREATE INDEX "deal__of_stage" ON "deal"("workspace_id", "stage_id");

-- CreateIndex
CREATE UNIQUE INDEX "deal__connection_external" ON "deal"("workspace_id", "connection_id", "external");

-- CreateIndex
CREATE INDEX "deal_history__of_deal" ON "deal_history"("workspace_id", "deal_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "deal_person__of_contact" ON "deal_person"("workspace_id", "contact_id");

-- CreateIndex
CREATE INDEX "call_deal__of_deal" ON "call_deal"("workspace_id", "deal_id", "call_id");

-- CreateIndex
CREATE UNIQUE INDEX "company__connection_external" ON "company"("workspace_id", "connection_id", "external");

-- CreateIndex
CREATE INDEX "contact__of_company" ON "contact"("workspace_id", "company_id");

-- CreateIndex
CREATE UNIQUE INDEX "contact__connection_external" ON "contact"("workspace_id", "connection_id", "external");

-- CreateIndex
CREATE INDEX "participant__of_contact" ON "participant"("workspace_id", "contact_id", "call_id");

-- AddForeignKey
ALTER TABLE "company" ADD CONSTRAINT "company__private_to_fk" FOREIGN KEY ("workspace_id", "private_to_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "contact" ADD CONSTRAINT "contact__private_to_fk" FOREIGN KEY ("workspace_id", "private_to_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "deal_stage" ADD CONSTRAINT "deal_stage__workspace_fk" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "deal" ADD CONSTRAINT "deal__workspace_fk" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "deal" ADD CONSTRAINT "deal__company_fk" FOREIGN KEY ("workspace_id", "company_id") REFERENCES "company"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "deal" ADD CONSTRAINT "deal__owner_fk" FOREIGN KEY ("workspace_id", "owner_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "deal" ADD CONSTRAINT "deal__team_fk" FOREIGN KEY ("workspace_id", "team_id") REFERENCES "team"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "deal" ADD CONSTRAINT "deal__stage_fk" FOREIGN KEY ("workspace_id", "stage_id") REFERENCES "deal_stage"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "deal_history" ADD CONSTRAINT "deal_history__deal_fk" FOREIGN KEY ("workspace_id", "deal_id") REFERENCES "deal"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "deal_history" ADD CONSTRAINT "deal_history__by_fk" FOREIGN KEY ("workspace_id", "by_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "deal_person" ADD CONSTRAINT "deal_person__deal_fk" FOREIGN KEY ("workspace_id", "deal_id") REFERENCES "deal"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "deal_person" ADD CONSTRAINT "deal_person__contact_fk" FOREIGN KEY ("workspace_id", "contact_id") REFERENCES "contact"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call_deal" ADD CONSTRAINT "call_deal__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call_deal" ADD CONSTRAINT "call_deal__deal_fk" FOREIGN KEY ("workspace_id", "deal_id") REFERENCES "deal"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call_deal" ADD CONSTRAINT "call_deal__by_fk" FOREIGN KEY ("workspace_id", "by_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- What stood there was somebody's word.
UPDATE call SET company_match = 'hand' WHERE company_id IS NOT NULL;

-- A call is about one deal.
CREATE UNIQUE INDEX call_deal__one_primary ON call_deal (workspace_id, call_id) WHERE is_primary;
-- The stages entered here have each their name; those of a CRM are its own affair.
CREATE UNIQUE INDEX deal_stage__folded ON deal_stage (workspace_id, folded) WHERE connection_id IS NULL AND archived_at IS NULL;
-- The deals of a company or a person at the time of a call.
CREATE INDEX deal__living ON deal (workspace_id, opened_at) WHERE deleted_at IS NULL;
CREATE INDEX call__of_company ON call (workspace_id, company_id) WHERE company_id IS NOT NULL;

ALTER TABLE company ADD CONSTRAINT company__external_check CHECK ((connection_id IS NULL) = (external IS NULL));
ALTER TABLE contact ADD CONSTRAINT contact__external_check CHECK ((connection_id IS NULL) = (external IS NULL));
ALTER TABLE deal_stage ADD CONSTRAINT deal_stage__external_check CHECK ((connection_id IS NULL) = (external IS NULL)),
  ADD CONSTRAINT deal_stage__name_check CHECK (char_length(name) BETWEEN 1 AND 120 AND folded <> '');
ALTER TABLE deal ADD CONSTRAINT deal__external_check CHECK ((connection_id IS NULL) = (external IS NULL)),
  ADD CONSTRAINT deal__source_check CHECK ((source = 'crm') = (external IS NOT NULL)),
  ADD CONSTRAINT deal__name_check CHECK (char_length(name) BETWEEN 1 AND 200),
  ADD CONSTRAINT deal__amount_check CHECK ((amount IS NULL OR currency IS NOT NULL) AND currency ~ '^[A-Z]{3}$'),
  ADD CONSTRAINT deal__closed_check CHECK (closed_at >= opened_at);
ALTER TABLE call_deal ADD CONSTRAINT call_deal__confidence_check CHECK (confidence BETWEEN 0 AND 100);

CREATE TRIGGER touch BEFORE UPDATE ON deal_stage FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER touch BEFORE UPDATE ON deal FOR EACH ROW EXECUTE FUNCTION touch();
