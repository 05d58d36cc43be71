-- CreateEnum
CREATE TYPE "library_kind" AS ENUM ('personal', 'team', 'workspace');

-- CreateEnum
CREATE TYPE "library_level" AS ENUM ('reader', 'curator');

-- CreateTable
CREATE TABLE "library" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" "library_kind" NOT NULL,
    "owner_id" UUID NOT NULL,
    "team_id" UUID,
    "name" TEXT NOT NULL,
    "folded" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "deleted_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "library_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "library_role" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "library_id" UUID NOT NULL,
    "member_id" UUID,
    "team_id" UUID,
    "level" "library_level" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "library_role_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "library_follow" (
    "workspace_id" UUID NOT NULL,
    "library_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "library_follow_pkey" PRIMARY KEY ("workspace_id","library_id","member_id")
);

-- CreateTable
CREATE TABLE "library_folder" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "library_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "library_folder_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "library_item" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "library_id" UUID NOT NULL,
    "folder_id" UUID,
    "call_id" UUID NOT NULL,
    "t0_ms" INTEGER,
    "t1_ms" INTEGER,
    "title" TEXT NOT NULL,
    "why" TEXT NOT NULL DEFAULT '',
    "position" INTEGER NOT NULL,
    "added_by_id" UUID NOT NULL,
    "is_asked" BOOLEAN NOT NULL DEFAULT false,
    "opened" INTEGER NOT NULL DEFAULT 0,
    "last_opened_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "library_item_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "library_play" (
    "workspace_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "position_ms" INTEGER NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "library_play_pkey" PRIMARY KEY ("workspace_id","item_id","member_id")
);

-- CreateIndex
CREATE INDEX "library__of_owner" ON "library"("workspace_id", "owner_id");

-- CreateIndex
CREATE INDEX "library__of_team" ON "library"("workspace_id", "team_id");

-- CreateIndex
CREATE INDEX "library_role__library" ON "library_role"("workspace_id", "library_id");

-- CreateIndex
CREATE INDEX "library_role__of_member" ON "library_role"("workspace_id", "member_id", "library_id");

-- CreateIndex
CREATE INDEX "library_role__of_team" ON "library_role"("workspace_id", "team_id", "library_id");

-- CreateIndex
CREATE INDEX "library_folder__library" ON "library_folder"("workspace_id", "library_id");

-- CreateIndex
CREATE INDEX "library_item__of_call" ON "library_item"("workspace_id", "call_id");

-- AddForeignKey
ALTER TABLE "library" ADD CONSTRAINT "library__workspace_fk" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "library" ADD CONSTRAINT "library__owner_fk" FOREIGN KEY ("workspace_id", "owner_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "library" ADD CONSTRAINT "library__team_fk" FOREIGN KEY ("workspace_id", "team_id") REFERENCES "team"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "library_role" ADD CONSTRAINT "library_role__library_fk" FOREIGN KEY ("workspace_id", "library_id") REFERENCES "library"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "library_role" ADD CONSTRAINT "library_role__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "library_role" ADD CONSTRAINT "library_role__team_fk" FOREIGN KEY ("workspace_id", "team_id") REFERENCES "team"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "library_follow" ADD CONSTRAINT "library_follow__library_fk" FOREIGN KEY ("workspace_id", "library_id") REFERENCES "library"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "library_follow" ADD CONSTRAINT "library_follow__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "library_folder" ADD CONSTRAINT "library_folder__library_fk" FOREIGN KEY ("workspace_id", "library_id") REFERENCES "library"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "library_item" ADD CONSTRAINT "library_item__library_fk" FOREIGN KEY ("workspace_id", "library_id") REFERENCES "library"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "library_item" ADD CONSTRAINT "library_item__folder_fk" FOREIGN KEY ("workspace_id", "folder_id") REFERENCES "library_folder"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "library_item" ADD CONSTRAINT "library_item__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "library_item" ADD CONSTRAINT "library_item__added_by_fk" FOREIGN KEY ("workspace_id", "added_by_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "library_play" ADD CONSTRAINT "library_play__item_fk" FOREIGN KEY ("workspace_id", "item_id") REFERENCES "library_item"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "library_play" ADD CONSTRAINT "library_play__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- A library of the whole workspace gives access to everyone: a grant that names nobody.
ALTER TABLE call_grant DROP CONSTRAINT call_grant__grantee_check,
  ADD CONSTRAINT call_grant__grantee_check CHECK (num_nonnulls(member_id, team_id) = 1 OR (num_nonnulls(member_id, team_id) = 0 AND source = 'library'));
DROP INDEX call_grant__of_source;
CREATE UNIQUE INDEX call_grant__of_source ON call_grant
  (workspace_id, call_id, coalesce(member_id, team_id, '00000000-0000-0000-0000-000000000000'::uuid), source, coalesce(source_id, '00000000-0000-0000-0000-000000000000'::uuid));
CREATE INDEX call_grant__of_everyone ON call_grant (workspace_id, call_id) WHERE member_id IS NULL AND team_id IS NULL;
-- What an item gave, for its end.
CREATE INDEX call_grant__of_item ON call_grant (workspace_id, source_id) WHERE source = 'library';

CREATE INDEX library__living ON library (workspace_id, folded) WHERE deleted_at IS NULL;
CREATE INDEX library_item__living ON library_item (workspace_id, library_id, folder_id, position) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX library_role__one ON library_role (workspace_id, library_id, coalesce(member_id, team_id));

ALTER TABLE library ADD CONSTRAINT library__team_check CHECK ((kind = 'team') = (team_id IS NOT NULL)),
  ADD CONSTRAINT library__name_check CHECK (char_length(name) BETWEEN 1 AND 80 AND folded <> '');
ALTER TABLE library_role ADD CONSTRAINT library_role__grantee_check CHECK (num_nonnulls(member_id, team_id) = 1);
ALTER TABLE library_folder ADD CONSTRAINT library_folder__name_check CHECK (char_length(name) BETWEEN 1 AND 80);
ALTER TABLE library_item ADD CONSTRAINT library_item__range_check CHECK ((t0_ms IS NULL) = (t1_ms IS NULL) AND t0_ms >= 0 AND t1_ms > t0_ms),
  ADD CONSTRAINT library_item__counts_check CHECK (position >= 0 AND opened >= 0),
  ADD CONSTRAINT library_item__why_check CHECK (char_length(why) <= 280);
ALTER TABLE library_play ADD CONSTRAINT library_play__position_check CHECK (position_ms >= 0);

CREATE TRIGGER touch BEFORE UPDATE ON library FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER touch BEFORE UPDATE ON library_folder FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER touch BEFORE UPDATE ON library_item FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER touch BEFORE UPDATE ON library_play FOR EACH ROW EXECUTE FUNCTION touch();
