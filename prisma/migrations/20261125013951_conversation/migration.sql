-- CreateEnum
CREATE TYPE "request_state" AS ENUM ('open', 'answered', 'withdrawn');

-- CreateEnum
CREATE TYPE "digest_pace" AS ENUM ('daily', 'weekly');

-- CreateEnum
CREATE TYPE "bulk_state" AS ENUM ('queued', 'running', 'done', 'cancelled');

-- CreateTable
CREATE TABLE "comment" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "parent_id" UUID,
    "author_id" UUID NOT NULL,
    "t0_ms" INTEGER,
    "t1_ms" INTEGER,
    "body" TEXT NOT NULL,
    "kind" "comment_kind" NOT NULL DEFAULT 'plain',
    "visibility" "comment_visibility" NOT NULL DEFAULT 'internal',
    "is_flag" BOOLEAN NOT NULL DEFAULT false,
    "edited_at" TIMESTAMPTZ(3),
    "resolved_at" TIMESTAMPTZ(3),
    "resolved_by" UUID,
    "deleted_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "comment_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "comment_mention" (
    "workspace_id" UUID NOT NULL,
    "comment_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "comment_mention_pkey" PRIMARY KEY ("workspace_id","comment_id","member_id")
);

-- CreateTable
CREATE TABLE "comment_follow" (
    "workspace_id" UUID NOT NULL,
    "comment_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "is_on" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "comment_follow_pkey" PRIMARY KEY ("workspace_id","comment_id","member_id")
);

-- CreateTable
CREATE TABLE "feedback_request" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "comment_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "by_id" UUID NOT NULL,
    "due_on" DATE,
    "state" "request_state" NOT NULL DEFAULT 'open',
    "answered_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "feedback_request_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "review_assignment" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "by_id" UUID NOT NULL,
    "due_on" DATE,
    "done_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "review_assignment_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "saved_view" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "page" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "folded" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "is_shared" BOOLEAN NOT NULL DEFAULT false,
    "deleted_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "view_digest" (
    "workspace_id" UUID NOT NULL,
    "view_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "pace" "digest_pace" NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "view_digest_pkey" PRIMARY KEY ("workspace_id","view_id","member_id")
);

-- CreateTable
CREATE TABLE "bulk_run" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "state" "bulk_state" NOT NULL DEFAULT 'queued',
    "total" INTEGER NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "ended_at" TIMESTAMPTZ(3),
    "undone_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "bulk_run_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "bulk_row" (
    "workspace_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "ord" INTEGER NOT NULL,
    "call_id" UUID NOT NULL,
    "outcome" TEXT,
    "undo" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "bulk_row_pkey" PRIMARY KEY ("workspace_id","run_id","ord")
);

-- CreateIndex
CREATE INDEX "comment__parent" ON "comment"("workspace_id", "parent_id");

-- CreateIndex
CREATE INDEX "comment__author" ON "comment"("workspace_id", "author_id");

-- CreateIndex
CREATE INDEX "comment_mention__of_member" ON "comment_mention"("workspace_id", "member_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "feedback_request__call" ON "feedback_request"("workspace_id", "call_id");

-- CreateIndex
CREATE UNIQUE INDEX "feedback_request__comment_member" ON "feedback_request"("workspace_id", "comment_id", "member_id");

-- CreateIndex
CREATE UNIQUE INDEX "review_assignment__call_member" ON "review_assignment"("workspace_id", "call_id", "member_id");

-- CreateIndex
CREATE INDEX "view_digest__due_at" ON "view_digest"("due_at");

-- CreateIndex
CREATE INDEX "bulk_run__of_member" ON "bulk_run"("workspace_id", "member_id", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "bulk_row__call" ON "bulk_row"("workspace_id", "run_id", "call_id");

-- AddForeignKey
ALTER TABLE "comment" ADD CONSTRAINT "comment__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "comment" ADD CONSTRAINT "comment__parent_fk" FOREIGN KEY ("workspace_id", "parent_id") REFERENCES "comment"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "comment" ADD CONSTRAINT "comment__author_fk" FOREIGN KEY ("workspace_id", "author_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "comment_mention" ADD CONSTRAINT "comment_mention__comment_fk" FOREIGN KEY ("workspace_id", "comment_id") REFERENCES "comment"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "comment_mention" ADD CONSTRAINT "comment_mention__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "comment_follow" ADD CONSTRAINT "comment_follow__comment_fk" FOREIGN KEY ("workspace_id", "comment_id") REFERENCES "comment"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "comment_follow" ADD CONSTRAINT "comment_follow__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "feedback_request" ADD CONSTRAINT "feedback_request__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "feedback_request" ADD CONSTRAINT "feedback_request__comment_fk" FOREIGN KEY ("workspace_id", "comment_id") REFERENCES "comment"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "feedback_request" ADD CONSTRAINT "feedback_request__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "feedback_request" ADD CONSTRAINT "feedback_request__by_fk" FOREIGN KEY ("workspace_id", "by_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "review_assignment" ADD CONSTRAINT "review_assignment__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "review_assignment" ADD CONSTRAINT "review_assignment__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "review_assignment" ADD CONSTRAINT "review_assignment__by_fk" FOREIGN KEY ("workspace_id", "by_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view__owner_fk" FOREIGN KEY ("workspace_id", "owner_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "view_digest" ADD CONSTRAINT "view_digest__view_fk" FOREIGN KEY ("workspace_id", "view_id") REFERENCES "saved_view"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "view_digest" ADD CONSTRAINT "view_digest__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "bulk_run" ADD CONSTRAINT "bulk_run__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "bulk_row" ADD CONSTRAINT "bulk_row__run_fk" FOREIGN KEY ("workspace_id", "run_id") REFERENCES "bulk_run"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What pages and queues ask of the living, the open and the unread alone.
CREATE INDEX comment__of_call ON comment (workspace_id, call_id, t0_ms) WHERE deleted_at IS NULL;
CREATE INDEX feedback_request__open ON feedback_request (workspace_id, member_id, due_on) WHERE state = 'open';
CREATE INDEX review_assignment__open ON review_assignment (workspace_id, member_id, due_on) WHERE done_at IS NULL;
CREATE INDEX notification__unread ON notification (workspace_id, member_id) WHERE read_at IS NULL;
-- door: the sweep that sends what stayed unread.
CREATE INDEX notification__mail_due ON notification (mail_due_at) WHERE mail_due_at IS NOT NULL AND mailed_at IS NULL AND read_at IS NULL;
CREATE UNIQUE INDEX saved_view__folded ON saved_view (workspace_id, owner_id, page, folded) WHERE deleted_at IS NULL;
-- door: runs that a dead worker left.
CREATE INDEX bulk_run__open ON bulk_run (updated_at) WHERE state IN ('queued', 'running');

ALTER TABLE comment ADD CONSTRAINT comment__range CHECK (t0_ms IS NOT NULL OR t1_ms IS NULL), ADD CONSTRAINT comment__order CHECK (t1_ms >= t0_ms), ADD CONSTRAINT comment__length CHECK (char_length(body) <= 4000);
