-- AlterEnum
ALTER TYPE "consent_method" ADD VALUE 'stated';

-- CreateTable
CREATE TABLE "browser_recorder" (
    "workspace_id" UUID NOT NULL,
    "recording_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "visibility" "visibility" NOT NULL,
    "is_one_person" BOOLEAN NOT NULL DEFAULT false,
    "device_id" TEXT NOT NULL,
    "device_name" TEXT NOT NULL,
    "tab_id" TEXT NOT NULL,
    "timeline" JSONB NOT NULL DEFAULT '{}',
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "arrived_ms" INTEGER NOT NULL DEFAULT 0,
    "length_ms" INTEGER NOT NULL DEFAULT 0,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "browser_recorder_pkey" PRIMARY KEY ("workspace_id","recording_id")
);

-- CreateIndex
CREATE INDEX "browser_recorder__member" ON "browser_recorder"("workspace_id", "member_id");

-- AddForeignKey
ALTER TABLE "browser_recorder" ADD CONSTRAINT "browser_recorder__recording_fk" FOREIGN KEY ("workspace_id", "recording_id") REFERENCES "recording"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "browser_recorder" ADD CONSTRAINT "browser_recorder__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "browser_recorder" ADD CONSTRAINT "browser_recorder__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
