-- CreateTable
CREATE TABLE "check_in" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "check_in_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "care_mark" (
    "workspace_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "rule" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "call_id" UUID,
    "is_right" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "care_mark_pkey" PRIMARY KEY ("workspace_id","member_id","rule","subject")
);

-- CreateIndex
CREATE INDEX "check_in__member" ON "check_in"("workspace_id", "member_id", "created_at");

-- AddForeignKey
ALTER TABLE "check_in" ADD CONSTRAINT "check_in__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "check_in" ADD CONSTRAINT "check_in__by_fk" FOREIGN KEY ("workspace_id", "by_id") REFERENCES "member"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "care_mark" ADD CONSTRAINT "care_mark__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "care_mark" ADD CONSTRAINT "care_mark__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
