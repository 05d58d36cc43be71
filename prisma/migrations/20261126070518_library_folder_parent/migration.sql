-- AlterTable
ALTER TABLE "library_folder" ADD COLUMN     "parent_id" UUID;

-- CreateIndex
CREATE INDEX "library_folder__parent" ON "library_folder"("workspace_id", "parent_id");

-- AddForeignKey
ALTER TABLE "library_folder" ADD CONSTRAINT "library_folder__parent_fk" FOREIGN KEY ("workspace_id", "parent_id") REFERENCES "library_folder"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
