-- CreateTable
CREATE TABLE "required_viewing" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "library_id" UUID NOT NULL,
    "folder_id" UUID,
    "member_id" UUID,
    "team_id" UUID,
    "by_id" UUID NOT NULL,
    "due_on" DATE NOT NULL,
    "includes_later" BOOLEAN NOT NULL DEFAULT false,
    "looked_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "required_viewing_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "required_viewer" (
    "workspace_id" UUID NOT NULL,
    "required_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "completed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "required_viewer_pkey" PRIMARY KEY ("workspace_id","required_id","member_id")
);

-- CreateIndex
CREATE INDEX "required_viewing__library" ON "required_viewing"("workspace_id", "library_id");

-- CreateIndex
CREATE INDEX "required_viewing__folder" ON "required_viewing"("workspace_id", "folder_id");

-- CreateIndex
CREATE INDEX "required_viewing__of_member" ON "required_viewing"("workspace_id", "member_id");

-- CreateIndex
CREATE INDEX "required_viewing__of_team" ON "required_viewing"("workspace_id", "team_id");

-- CreateIndex
CREATE INDEX "required_viewer__of_member" ON "required_viewer"("workspace_id", "member_id");

-- AddForeignKey
ALTER TABLE "required_viewing" ADD CONSTRAINT "required_viewing__library_fk" FOREIGN KEY ("workspace_id", "library_id") REFERENCES "library"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "required_viewing" ADD CONSTRAINT "required_viewing__folder_fk" FOREIGN KEY ("workspace_id", "folder_id") REFERENCES "library_folder"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "required_viewing" ADD CONSTRAINT "required_viewing__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "required_viewing" ADD CONSTRAINT "required_viewing__team_fk" FOREIGN KEY ("workspace_id", "team_id") REFERENCES "team"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "required_viewing" ADD CONSTRAINT "required_viewing__by_fk" FOREIGN KEY ("workspace_id", "by_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "required_viewer" ADD CONSTRAINT "required_viewer__required_fk" FOREIGN KEY ("workspace_id", "required_id") REFERENCES "required_viewing"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "required_viewer" ADD CONSTRAINT "required_viewer__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

ALTER TABLE required_viewing ADD CONSTRAINT required_viewing__whose_check
  CHECK (num_nonnulls(member_id, team_id) = 1 AND (team_id IS NOT NULL OR NOT includes_later));
-- What is looked at from time to time.
CREATE INDEX required_viewing__open ON required_viewing (looked_at NULLS FIRST) WHERE deleted_at IS NULL;
