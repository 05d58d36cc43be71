-- AlterTable
ALTER TABLE "cut" ADD COLUMN     "clip_id" UUID,
ADD COLUMN     "made" JSONB,
ADD COLUMN     "masks" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "quote" TEXT,
ALTER COLUMN "link_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "workspace" ADD COLUMN     "clip_seq" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "clip" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "call_id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "team_id" UUID,
    "title" TEXT NOT NULL,
    "folded" TEXT NOT NULL,
    "visibility" "visibility" NOT NULL,
    "wanted_visibility" "visibility",
    "wanted_by_id" UUID,
    "card" TEXT,
    "has_captions" BOOLEAN NOT NULL DEFAULT true,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "confirmed_revision" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "clip_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "clip_label" (
    "workspace_id" UUID NOT NULL,
    "clip_id" UUID NOT NULL,
    "label_id" UUID NOT NULL,
    "member_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "clip_label_pkey" PRIMARY KEY ("workspace_id","clip_id","label_id")
);

-- CreateTable
CREATE TABLE "clip_view" (
    "workspace_id" UUID NOT NULL,
    "clip_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "opens" INTEGER NOT NULL DEFAULT 1,
    "heard" BYTEA,
    "seconds" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "clip_view_pkey" PRIMARY KEY ("workspace_id","clip_id","member_id")
);

-- CreateIndex
CREATE INDEX "clip__list" ON "clip"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "clip__call" ON "clip"("workspace_id", "call_id");

-- CreateIndex
CREATE INDEX "clip__owner" ON "clip"("workspace_id", "owner_id");

-- CreateIndex
CREATE UNIQUE INDEX "clip__number" ON "clip"("workspace_id", "number");

-- CreateIndex
CREATE INDEX "clip_label__of_label" ON "clip_label"("workspace_id", "label_id");

-- CreateIndex
CREATE UNIQUE INDEX "cut__clip" ON "cut"("workspace_id", "clip_id");

-- CreateIndex
CREATE INDEX "shared_link__clip" ON "shared_link"("workspace_id", "clip_id");

-- AddForeignKey
ALTER TABLE "shared_link" ADD CONSTRAINT "shared_link__clip_fk" FOREIGN KEY ("workspace_id", "clip_id") REFERENCES "clip"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "cut" ADD CONSTRAINT "cut__clip_fk" FOREIGN KEY ("workspace_id", "clip_id") REFERENCES "clip"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "clip" ADD CONSTRAINT "clip__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "clip" ADD CONSTRAINT "clip__owner_fk" FOREIGN KEY ("workspace_id", "owner_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "clip" ADD CONSTRAINT "clip__team_fk" FOREIGN KEY ("workspace_id", "team_id") REFERENCES "team"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "clip_label" ADD CONSTRAINT "clip_label__clip_fk" FOREIGN KEY ("workspace_id", "clip_id") REFERENCES "clip"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "clip_label" ADD CONSTRAINT "clip_label__label_fk" FOREIGN KEY ("workspace_id", "label_id") REFERENCES "label"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "clip_label" ADD CONSTRAINT "clip_label__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "clip_view" ADD CONSTRAINT "clip_view__clip_fk" FOREIGN KEY ("workspace_id", "clip_id") REFERENCES "clip"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "clip_view" ADD CONSTRAINT "clip_view__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- A cut is what a link or a clip shows, never both.
ALTER TABLE cut ADD CONSTRAINT cut__of_check CHECK (num_nonnulls(link_id, clip_id) = 1);
ALTER TABLE clip ADD CONSTRAINT clip__title_check CHECK (char_length(title) BETWEEN 1 AND 120),
  ADD CONSTRAINT clip__card_check CHECK (char_length(card) BETWEEN 1 AND 120),
  ADD CONSTRAINT clip__revision_check CHECK (revision >= 1 AND confirmed_revision BETWEEN 0 AND revision);

CREATE TRIGGER touch BEFORE UPDATE ON clip FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER touch BEFORE UPDATE ON clip_view FOR EACH ROW EXECUTE FUNCTION touch();
