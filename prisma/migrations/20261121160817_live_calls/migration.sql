-- AlterTable
ALTER TABLE "participant_presence" ADD COLUMN     "is_muted" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "shared_link" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "kind" "link_kind" NOT NULL,
    "url_hash" BYTEA NOT NULL,
    "url_enc" BYTEA NOT NULL,
    "call_id" UUID,
    "clip_id" UUID,
    "library_id" UUID,
    "participant_id" UUID,
    "t0_ms" INTEGER,
    "t1_ms" INTEGER,
    "shows" JSONB NOT NULL,
    "password" TEXT,
    "max_views" INTEGER,
    "views" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_why" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "shared_link_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "guest" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "link_id" UUID NOT NULL,
    "participant_id" UUID,
    "token_hash" BYTEA NOT NULL,
    "name" TEXT NOT NULL,
    "state" "guest_state" NOT NULL,
    "consent" "consent_answer",
    "decided_at" TIMESTAMPTZ(3),
    "decided_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "guest_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "live_call" (
    "workspace_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "recording_id" UUID NOT NULL,
    "transcript_id" UUID NOT NULL,
    "room" TEXT NOT NULL,
    "state" "live_state" NOT NULL,
    "state_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "missing" UUID[] DEFAULT ARRAY[]::UUID[],
    "seq" BIGINT NOT NULL DEFAULT 0,
    "last_member_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "live_call_pkey" PRIMARY KEY ("workspace_id","call_id")
);

-- CreateTable
CREATE TABLE "live_recorder" (
    "workspace_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "room" TEXT NOT NULL,
    "owner" TEXT,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "pid" INTEGER,
    "boot" TEXT NOT NULL,
    "t0_mono_ns" BIGINT NOT NULL,
    "dir" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "live_recorder_pkey" PRIMARY KEY ("workspace_id","call_id","room")
);

-- CreateTable
CREATE TABLE "live_listener" (
    "workspace_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "identity" TEXT NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "live_listener_pkey" PRIMARY KEY ("workspace_id","call_id","identity")
);

-- CreateTable
CREATE TABLE "local_chunk" (
    "workspace_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "participant_id" UUID NOT NULL,
    "part" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "source" "track_source" NOT NULL,
    "is_primary" BOOLEAN NOT NULL DEFAULT false,
    "t0" BIGINT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "sha256" BYTEA NOT NULL,
    "mime" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "local_chunk_pkey" PRIMARY KEY ("workspace_id","call_id","part","seq")
);

-- CreateTable
CREATE TABLE "note" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "kind" "note_kind" NOT NULL,
    "t0_ms" INTEGER NOT NULL,
    "body" TEXT,
    "is_private" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "note_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE INDEX "shared_link__call_kind" ON "shared_link"("workspace_id", "call_id", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "shared_link__url_hash" ON "shared_link"("url_hash");

-- CreateIndex
CREATE INDEX "guest__call_state" ON "guest"("workspace_id", "call_id", "state");

-- CreateIndex
CREATE UNIQUE INDEX "guest__token_hash" ON "guest"("token_hash");

-- CreateIndex
CREATE INDEX "live_recorder__lease_until" ON "live_recorder"("lease_until");

-- CreateIndex
CREATE INDEX "note__call_t0_ms" ON "note"("workspace_id", "call_id", "t0_ms");

-- AddForeignKey
ALTER TABLE "call_view" ADD CONSTRAINT "call_view__link_fk" FOREIGN KEY ("workspace_id", "link_id") REFERENCES "shared_link"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "shared_link" ADD CONSTRAINT "shared_link__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "shared_link" ADD CONSTRAINT "shared_link__participant_fk" FOREIGN KEY ("workspace_id", "participant_id") REFERENCES "participant"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "guest" ADD CONSTRAINT "guest__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "guest" ADD CONSTRAINT "guest__link_fk" FOREIGN KEY ("workspace_id", "link_id") REFERENCES "shared_link"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "guest" ADD CONSTRAINT "guest__participant_fk" FOREIGN KEY ("workspace_id", "participant_id") REFERENCES "participant"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "guest" ADD CONSTRAINT "guest__decided_by_fk" FOREIGN KEY ("workspace_id", "decided_by_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "live_call" ADD CONSTRAINT "live_call__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "live_call" ADD CONSTRAINT "live_call__recording_fk" FOREIGN KEY ("workspace_id", "recording_id") REFERENCES "recording"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "live_call" ADD CONSTRAINT "live_call__transcript_fk" FOREIGN KEY ("workspace_id", "transcript_id") REFERENCES "transcript"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "live_recorder" ADD CONSTRAINT "live_recorder__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "live_listener" ADD CONSTRAINT "live_listener__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "live_listener" ADD CONSTRAINT "live_listener__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "local_chunk" ADD CONSTRAINT "local_chunk__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "local_chunk" ADD CONSTRAINT "local_chunk__participant_fk" FOREIGN KEY ("workspace_id", "participant_id") REFERENCES "participant"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "note" ADD CONSTRAINT "note__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "note" ADD CONSTRAINT "note__author_fk" FOREIGN KEY ("workspace_id", "author_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- One running call of its own per member, also when two tabs start one at once. Planned calls are not running.
CREATE UNIQUE INDEX "call__one_live" ON "call" ("workspace_id", "owner_id") WHERE kind = 'room' AND state IN ('scheduled', 'live') AND scheduled_start IS NULL;

-- A null makes a CHECK pass, so an optional column needs no exception.
ALTER TABLE "shared_link" ADD CONSTRAINT "shared_link__url_check" CHECK (octet_length(url_hash) = 32);
ALTER TABLE "shared_link" ADD CONSTRAINT "shared_link__range_check" CHECK (t0_ms >= 0 AND t1_ms >= t0_ms);
ALTER TABLE "shared_link" ADD CONSTRAINT "shared_link__views_check" CHECK (views >= 0 AND max_views > 0);
ALTER TABLE "guest" ADD CONSTRAINT "guest__token_check" CHECK (octet_length(token_hash) = 32);
ALTER TABLE "live_call" ADD CONSTRAINT "live_call__seq_check" CHECK (seq >= 0);
ALTER TABLE "live_recorder" ADD CONSTRAINT "live_recorder__attempt_check" CHECK (attempt >= 0);
ALTER TABLE "local_chunk" ADD CONSTRAINT "local_chunk__size_check" CHECK (seq >= 0 AND bytes > 0);
ALTER TABLE "local_chunk" ADD CONSTRAINT "local_chunk__sha256_check" CHECK (octet_length(sha256) = 32);
ALTER TABLE "note" ADD CONSTRAINT "note__t0_check" CHECK (t0_ms >= 0);

CREATE TRIGGER touch BEFORE UPDATE ON "shared_link" FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER touch BEFORE UPDATE ON "note" FOR EACH ROW EXECUTE FUNCTION touch();
