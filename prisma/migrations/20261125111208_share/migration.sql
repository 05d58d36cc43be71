-- CreateEnum
CREATE TYPE "cut_state" AS ENUM ('queued', 'rendering', 'ready', 'failed');

-- CreateEnum
CREATE TYPE "cut_file_kind" AS ENUM ('mix', 'peaks');

-- AlterTable
ALTER TABLE "shared_link" ADD COLUMN     "message" TEXT;

-- CreateTable
CREATE TABLE "share_address" (
    "workspace_id" UUID NOT NULL,
    "link_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "removed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "share_address_pkey" PRIMARY KEY ("workspace_id","link_id","email")
);

-- CreateTable
CREATE TABLE "share_visit" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "link_id" UUID NOT NULL,
    "visitor_hash" BYTEA NOT NULL,
    "link_version" INTEGER NOT NULL,
    "password_at" TIMESTAMPTZ(3),
    "email" TEXT,
    "code_hash" BYTEA,
    "code_expires_at" TIMESTAMPTZ(3),
    "code_tries" INTEGER NOT NULL DEFAULT 0,
    "granted_at" TIMESTAMPTZ(3),
    "viewed_at" TIMESTAMPTZ(3),
    "seen_at" TIMESTAMPTZ(3),
    "heard" BYTEA,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "share_visit_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "cut" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "link_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "ranges" JSONB NOT NULL,
    "state" "cut_state" NOT NULL DEFAULT 'queued',
    "cause" TEXT,
    "detail" TEXT,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "duration_ms" INTEGER NOT NULL,
    "lanes" JSONB NOT NULL DEFAULT '[]',
    "words" JSONB,
    "words_version" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "cut_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "cut_file" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "cut_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "kind" "cut_file_kind" NOT NULL,
    "lane" INTEGER,
    "key" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "sha256" BYTEA NOT NULL,
    "mime" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "cut_file_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE INDEX "share_visit__seen_at" ON "share_visit"("workspace_id", "link_id", "seen_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "share_visit__visitor" ON "share_visit"("visitor_hash", "link_id");

-- CreateIndex
CREATE INDEX "cut__call" ON "cut"("workspace_id", "call_id");

-- CreateIndex
CREATE UNIQUE INDEX "cut__link" ON "cut"("workspace_id", "link_id");

-- CreateIndex
CREATE INDEX "cut_file__cut" ON "cut_file"("workspace_id", "cut_id");

-- CreateIndex
CREATE UNIQUE INDEX "cut_file__key" ON "cut_file"("workspace_id", "key");

-- AddForeignKey
ALTER TABLE "share_address" ADD CONSTRAINT "share_address__link_fk" FOREIGN KEY ("workspace_id", "link_id") REFERENCES "shared_link"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "share_visit" ADD CONSTRAINT "share_visit__link_fk" FOREIGN KEY ("workspace_id", "link_id") REFERENCES "shared_link"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "cut" ADD CONSTRAINT "cut__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "cut" ADD CONSTRAINT "cut__link_fk" FOREIGN KEY ("workspace_id", "link_id") REFERENCES "shared_link"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "cut_file" ADD CONSTRAINT "cut_file__cut_fk" FOREIGN KEY ("workspace_id", "cut_id") REFERENCES "cut"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

ALTER TABLE cut ADD CONSTRAINT cut__revision_check CHECK (revision >= 1), ADD CONSTRAINT cut__duration_check CHECK (duration_ms > 0);
ALTER TABLE shared_link ADD CONSTRAINT shared_link__message_check CHECK (char_length(message) <= 1000);

-- door: cuts that are still to be made, of every workspace.
CREATE INDEX cut__open ON cut (updated_at) WHERE state IN ('queued', 'rendering');

CREATE TRIGGER touch BEFORE UPDATE ON cut FOR EACH ROW EXECUTE FUNCTION touch();
