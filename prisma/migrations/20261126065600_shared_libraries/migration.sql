-- AlterTable
ALTER TABLE "cut" ADD COLUMN     "share_item_id" UUID;

-- CreateTable
CREATE TABLE "share_item" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "link_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "clip_id" UUID,
    "clip_revision" INTEGER,
    "t0_ms" INTEGER,
    "t1_ms" INTEGER,
    "title" TEXT NOT NULL,
    "why" TEXT NOT NULL DEFAULT '',
    "position" INTEGER NOT NULL,
    "removed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "share_item_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "share_heard" (
    "workspace_id" UUID NOT NULL,
    "visit_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "heard" BYTEA NOT NULL,

    CONSTRAINT "share_heard_pkey" PRIMARY KEY ("workspace_id","visit_id","item_id")
);

-- CreateIndex
CREATE INDEX "share_item__of_item" ON "share_item"("workspace_id", "item_id");

-- CreateIndex
CREATE INDEX "share_item__of_call" ON "share_item"("workspace_id", "call_id");

-- CreateIndex
CREATE INDEX "share_item__of_clip" ON "share_item"("workspace_id", "clip_id");

-- CreateIndex
CREATE UNIQUE INDEX "share_item__once" ON "share_item"("workspace_id", "link_id", "item_id");

-- CreateIndex
CREATE INDEX "share_heard__of_item" ON "share_heard"("workspace_id", "item_id");

-- CreateIndex
CREATE UNIQUE INDEX "cut__share_item" ON "cut"("workspace_id", "share_item_id");

-- CreateIndex
CREATE INDEX "shared_link__library" ON "shared_link"("workspace_id", "library_id");

-- AddForeignKey
ALTER TABLE "shared_link" ADD CONSTRAINT "shared_link__library_fk" FOREIGN KEY ("workspace_id", "library_id") REFERENCES "library"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "share_item" ADD CONSTRAINT "share_item__link_fk" FOREIGN KEY ("workspace_id", "link_id") REFERENCES "shared_link"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "share_item" ADD CONSTRAINT "share_item__item_fk" FOREIGN KEY ("workspace_id", "item_id") REFERENCES "library_item"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "share_item" ADD CONSTRAINT "share_item__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "share_item" ADD CONSTRAINT "share_item__clip_fk" FOREIGN KEY ("workspace_id", "clip_id") REFERENCES "clip"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "share_heard" ADD CONSTRAINT "share_heard__visit_fk" FOREIGN KEY ("workspace_id", "visit_id") REFERENCES "share_visit"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "share_heard" ADD CONSTRAINT "share_heard__item_fk" FOREIGN KEY ("workspace_id", "item_id") REFERENCES "share_item"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "cut" ADD CONSTRAINT "cut__share_item_fk" FOREIGN KEY ("workspace_id", "share_item_id") REFERENCES "share_item"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- Files that leave are those of one link, of one clip, or of one item of a shared list.
ALTER TABLE cut DROP CONSTRAINT cut__of_check,
  ADD CONSTRAINT cut__of_check CHECK (num_nonnulls(link_id, clip_id, share_item_id) = 1);
ALTER TABLE share_item ADD CONSTRAINT share_item__range_check
  CHECK (num_nonnulls(t0_ms, t1_ms) IN (0, 2) AND t1_ms > t0_ms AND (clip_id IS NULL OR t0_ms IS NULL)),
  ADD CONSTRAINT share_item__clip_check CHECK ((clip_id IS NULL) = (clip_revision IS NULL)),
  ADD CONSTRAINT share_item__position_check CHECK (position >= 0);
