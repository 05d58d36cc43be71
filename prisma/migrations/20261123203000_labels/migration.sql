-- CreateEnum
CREATE TYPE "label_scope" AS ENUM ('call', 'clip', 'deal');

-- CreateTable
CREATE TABLE "label_group" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "folded" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "label_group_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "label" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "group_id" UUID,
    "name" TEXT NOT NULL,
    "folded" TEXT NOT NULL,
    "colour" TEXT NOT NULL,
    "scope" "label_scope" NOT NULL DEFAULT 'call',
    "team_id" UUID,
    "rule" TEXT,
    "archived_at" TIMESTAMPTZ(3),
    "merged_into" UUID,
    "merged_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "label_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "call_label" (
    "workspace_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "label_id" UUID NOT NULL,
    "is_by_hand" BOOLEAN NOT NULL,
    "is_on" BOOLEAN NOT NULL DEFAULT true,
    "member_id" UUID,
    "merged_from" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "call_label_pkey" PRIMARY KEY ("workspace_id","call_id","label_id")
);

-- CreateIndex
CREATE INDEX "call_label__of_label" ON "call_label"("workspace_id", "label_id", "call_id");

-- CreateIndex
CREATE INDEX "call_label__of_member" ON "call_label"("workspace_id", "member_id", "created_at");

-- AddForeignKey
ALTER TABLE "label_group" ADD CONSTRAINT "label_group__workspace_fk" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "label" ADD CONSTRAINT "label__workspace_fk" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "label" ADD CONSTRAINT "label__group_fk" FOREIGN KEY ("workspace_id", "group_id") REFERENCES "label_group"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "label" ADD CONSTRAINT "label__team_fk" FOREIGN KEY ("workspace_id", "team_id") REFERENCES "team"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "label" ADD CONSTRAINT "label__merged_into_fk" FOREIGN KEY ("workspace_id", "merged_into") REFERENCES "label"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call_label" ADD CONSTRAINT "call_label__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call_label" ADD CONSTRAINT "call_label__label_fk" FOREIGN KEY ("workspace_id", "label_id") REFERENCES "label"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call_label" ADD CONSTRAINT "call_label__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- A merged label gives its name free.
CREATE UNIQUE INDEX "label__folded" ON "label" ("workspace_id", "folded") WHERE merged_into IS NULL;
CREATE UNIQUE INDEX "label_group__folded" ON "label_group" ("workspace_id", "folded");
-- The rules that are asked of every call whose search entry is written.
CREATE INDEX "label__rules" ON "label" ("workspace_id") WHERE rule IS NOT NULL AND archived_at IS NULL AND merged_into IS NULL;

ALTER TABLE "label_group" ADD CONSTRAINT "label_group__name_check" CHECK (char_length(name) BETWEEN 1 AND 50 AND folded <> '');
ALTER TABLE "label" ADD CONSTRAINT "label__name_check" CHECK (char_length(name) BETWEEN 1 AND 50 AND folded <> '');
ALTER TABLE "label" ADD CONSTRAINT "label__colour_check" CHECK (colour IN
  ('slate', 'stone', 'brown', 'olive', 'moss', 'green', 'sky', 'blue', 'indigo', 'violet', 'mauve', 'rose'));
ALTER TABLE "label" ADD CONSTRAINT "label__rule_check" CHECK (char_length(rule) BETWEEN 1 AND 400);
ALTER TABLE "label" ADD CONSTRAINT "label__merged_check" CHECK ((merged_into IS NULL) = (merged_at IS NULL) AND merged_into <> id);
-- A rule never takes a label off for good: only a hand does.
ALTER TABLE "call_label" ADD CONSTRAINT "call_label__by_check" CHECK ((is_on OR is_by_hand) AND (is_by_hand OR member_id IS NULL) AND merged_from <> label_id);

CREATE TRIGGER touch BEFORE UPDATE ON "label_group" FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER touch BEFORE UPDATE ON "label" FOR EACH ROW EXECUTE FUNCTION touch();
