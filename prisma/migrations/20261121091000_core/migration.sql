-- CreateEnum
CREATE TYPE "visibility" AS ENUM ('private', 'team', 'workspace');

-- CreateEnum
CREATE TYPE "role" AS ENUM ('admin', 'manager', 'rep');

-- CreateEnum
CREATE TYPE "member_state" AS ENUM ('invited', 'active', 'deactivated');

-- CreateEnum
CREATE TYPE "scope_kind" AS ENUM ('own_teams', 'listed', 'workspace');

-- CreateEnum
CREATE TYPE "name_order" AS ENUM ('given_first', 'family_first');

-- CreateEnum
CREATE TYPE "sign_up_mode" AS ENUM ('closed', 'domains');

-- CreateEnum
CREATE TYPE "code_kind" AS ENUM ('setup', 'activation', 'password_reset', 'email_change', 'link_code');

-- CreateEnum
CREATE TYPE "address_kind" AS ENUM ('email', 'phone');

-- CreateEnum
CREATE TYPE "call_kind" AS ENUM ('room', 'meeting', 'phone', 'recorder', 'upload');

-- CreateEnum
CREATE TYPE "call_direction" AS ENUM ('inbound', 'outbound');

-- CreateEnum
CREATE TYPE "quality_class" AS ENUM ('A', 'B', 'C');

-- CreateEnum
CREATE TYPE "side" AS ENUM ('R', 'C');

-- CreateEnum
CREATE TYPE "call_state" AS ENUM ('scheduled', 'live', 'ended', 'available', 'empty', 'cancelled', 'trashed', 'purged');

-- CreateEnum
CREATE TYPE "consent_state" AS ENUM ('not_asked', 'waiting', 'agreed', 'partly', 'refused', 'withdrawn');

-- CreateEnum
CREATE TYPE "consent_answer" AS ENUM ('agreed', 'unrecorded', 'refused', 'withdrawn', 'erased');

-- CreateEnum
CREATE TYPE "consent_method" AS ENUM ('page', 'spoken', 'email', 'calendar', 'import');

-- CreateEnum
CREATE TYPE "participant_role" AS ENUM ('host', 'rep', 'coach', 'customer');

-- CreateEnum
CREATE TYPE "grant_level" AS ENUM ('view', 'edit');

-- CreateEnum
CREATE TYPE "grant_source" AS ENUM ('direct', 'mention', 'library', 'reviewer', 'feedback');

-- CreateEnum
CREATE TYPE "link_kind" AS ENUM ('call', 'range', 'clip', 'library', 'invitation', 'consent_page');

-- CreateEnum
CREATE TYPE "guest_state" AS ENUM ('waiting', 'admitted', 'refused', 'left', 'removed');

-- CreateEnum
CREATE TYPE "recording_method" AS ENUM ('room', 'recorder', 'upload', 'import', 'api');

-- CreateEnum
CREATE TYPE "span_kind" AS ENUM ('pause', 'hold');

-- CreateEnum
CREATE TYPE "note_kind" AS ENUM ('note', 'flag');

-- CreateEnum
CREATE TYPE "recording_state" AS ENUM ('receiving', 'interrupted', 'uploaded', 'processing', 'ready', 'ready_partial', 'failed', 'media_removed', 'discarded');

-- CreateEnum
CREATE TYPE "track_source" AS ENUM ('microphone', 'screen', 'screen_audio', 'tab', 'phone', 'coach', 'mix');

-- CreateEnum
CREATE TYPE "file_kind" AS ENUM ('original', 'part', 'track', 'mix', 'playable', 'peaks', 'video', 'thumbnail', 'captions');

-- CreateEnum
CREATE TYPE "stage_name" AS ENUM ('upload', 'inspect', 'normalise', 'transcribe', 'metrics', 'summary', 'crm');

-- CreateEnum
CREATE TYPE "stage_state" AS ENUM ('waiting', 'running', 'done', 'skipped', 'failed');

-- CreateEnum
CREATE TYPE "live_state" AS ENUM ('starting', 'recording', 'paused', 'absent');

-- CreateEnum
CREATE TYPE "transcript_origin" AS ENUM ('engine', 'import', 'edit');

-- CreateEnum
CREATE TYPE "timing" AS ENUM ('engine', 'aligned', 'spread');

-- CreateEnum
CREATE TYPE "hit_kind" AS ENUM ('question', 'filler', 'tracker', 'topic', 'promise', 'coach_mark');

-- CreateEnum
CREATE TYPE "verdict" AS ENUM ('none', 'right', 'wrong');

-- CreateEnum
CREATE TYPE "run_state" AS ENUM ('queued', 'running', 'done', 'failed');

-- CreateEnum
CREATE TYPE "certainty" AS ENUM ('said', 'implied', 'not_discussed');

-- CreateEnum
CREATE TYPE "comment_kind" AS ENUM ('plain', 'praise', 'suggestion', 'question');

-- CreateEnum
CREATE TYPE "comment_visibility" AS ENUM ('internal', 'shareable', 'private');

-- CreateEnum
CREATE TYPE "upload_state" AS ENUM ('receiving', 'complete', 'expired', 'aborted');

-- CreateEnum
CREATE TYPE "outbox_state" AS ENUM ('queued', 'sent', 'failed');

-- CreateEnum
CREATE TYPE "audit_log" AS ENUM ('system', 'user');

-- CreateEnum
CREATE TYPE "actor_kind" AS ENUM ('member', 'guest', 'visitor', 'api_key', 'system');

-- CreateTable
CREATE TABLE "installation" (
    "id" UUID NOT NULL,
    "key_check" BYTEA NOT NULL,
    "setup_hash" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workspace" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "languages" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "time_zone" TEXT NOT NULL,
    "default_visibility" "visibility" NOT NULL DEFAULT 'team',
    "sign_up_mode" "sign_up_mode" NOT NULL DEFAULT 'closed',
    "sign_up_domains" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "settings" JSONB NOT NULL DEFAULT '{}',
    "is_demo" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "workspace_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "team" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "parent_id" UUID,
    "default_visibility" "visibility",
    "deleted_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "team_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "member" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "reading" TEXT,
    "name_order" "name_order" NOT NULL,
    "email" TEXT NOT NULL,
    "role" "role" NOT NULL,
    "state" "member_state" NOT NULL,
    "primary_team_id" UUID,
    "scope" "scope_kind" NOT NULL DEFAULT 'own_teams',
    "is_recordable" BOOLEAN NOT NULL DEFAULT false,
    "time_zone" TEXT,
    "language" TEXT,
    "preferences" JSONB NOT NULL DEFAULT '{}',
    "active_at" TIMESTAMPTZ(3),
    "scrubbed_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "member_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "team_member" (
    "workspace_id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "team_member_pkey" PRIMARY KEY ("workspace_id","team_id","member_id")
);

-- CreateTable
CREATE TABLE "manager_scope" (
    "workspace_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "manager_scope_pkey" PRIMARY KEY ("workspace_id","member_id","team_id")
);

-- CreateTable
CREATE TABLE "identity" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "verified_at" TIMESTAMPTZ(3),
    "password" TEXT,
    "totp_enc" BYTEA,
    "totp_step" BIGINT,
    "is_break_glass" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "identity_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "identity_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "factor_at" TIMESTAMPTZ(3),
    "device" TEXT NOT NULL,
    "ip" INET,
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "session_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE UNLOGGED TABLE "rate_limit" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL,
    "expire" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "part_state" (
    "name" TEXT NOT NULL,
    "node" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "detail" JSONB NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "part_state_pkey" PRIMARY KEY ("name","node")
);

-- CreateTable
CREATE TABLE "company" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "reading" TEXT,
    "deleted_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "company_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "company_domain" (
    "workspace_id" UUID NOT NULL,
    "company_id" UUID NOT NULL,
    "domain" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "company_domain_pkey" PRIMARY KEY ("workspace_id","domain","company_id")
);

-- CreateTable
CREATE TABLE "contact" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "reading" TEXT,
    "title" TEXT,
    "company_id" UUID,
    "power_role" TEXT,
    "deleted_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "contact_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "contact_address" (
    "workspace_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "kind" "address_kind" NOT NULL,
    "value" TEXT NOT NULL,
    "last9" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "contact_address_pkey" PRIMARY KEY ("workspace_id","kind","value","contact_id")
);

-- CreateTable
CREATE TABLE "call" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "kind" "call_kind" NOT NULL,
    "direction" "call_direction",
    "visibility" "visibility" NOT NULL,
    "owner_id" UUID NOT NULL,
    "team_id" UUID,
    "company_id" UUID,
    "language" TEXT,
    "state" "call_state" NOT NULL,
    "state_before" "call_state",
    "state_reason" TEXT,
    "scheduled_start" TIMESTAMPTZ(3),
    "scheduled_end" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "duration_ms" INTEGER,
    "quality" "quality_class",
    "consent" "consent_state" NOT NULL DEFAULT 'not_asked',
    "source" TEXT,
    "external_ref" TEXT,
    "strip" BYTEA,
    "is_locked" BOOLEAN NOT NULL DEFAULT false,
    "helped_at" TIMESTAMPTZ(3),
    "retention_until" TIMESTAMPTZ(3),
    "legal_hold" BOOLEAN NOT NULL DEFAULT false,
    "trashed_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "call_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "participant" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "side" "side" NOT NULL,
    "role" "participant_role" NOT NULL,
    "name" TEXT NOT NULL,
    "member_id" UUID,
    "contact_id" UUID,
    "email" TEXT,
    "phone" TEXT,
    "consent" "consent_answer",
    "is_recorded" BOOLEAN NOT NULL DEFAULT true,
    "lane" INTEGER NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "participant_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "participant_presence" (
    "workspace_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "participant_id" UUID NOT NULL,
    "identity" TEXT NOT NULL,
    "joined_ms" INTEGER NOT NULL,
    "left_ms" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "participant_presence_pkey" PRIMARY KEY ("workspace_id","call_id","identity","joined_ms")
);

-- CreateTable
CREATE TABLE "call_grant" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "member_id" UUID,
    "team_id" UUID,
    "level" "grant_level" NOT NULL,
    "source" "grant_source" NOT NULL,
    "source_id" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "call_grant_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "call_span" (
    "workspace_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "kind" "span_kind" NOT NULL,
    "t0_ms" INTEGER NOT NULL,
    "t1_ms" INTEGER,
    "participant_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "call_span_pkey" PRIMARY KEY ("workspace_id","call_id","kind","t0_ms")
);

-- CreateTable
CREATE TABLE "call_view" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "member_id" UUID,
    "link_id" UUID,
    "visitor_hash" BYTEA,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "seconds" INTEGER NOT NULL DEFAULT 0,
    "heard" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "call_view_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "recording" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "method" "recording_method" NOT NULL,
    "state" "recording_state" NOT NULL,
    "is_primary" BOOLEAN NOT NULL DEFAULT false,
    "is_partial" BOOLEAN NOT NULL DEFAULT false,
    "cause" TEXT,
    "duration_ms" INTEGER,
    "total_bytes" BIGINT NOT NULL DEFAULT 0,
    "engines" JSONB NOT NULL DEFAULT '{}',
    "media_removed_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "recording_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "track" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "recording_id" UUID NOT NULL,
    "participant_id" UUID,
    "source" "track_source" NOT NULL,
    "lane" INTEGER NOT NULL,
    "offset_ms" INTEGER NOT NULL DEFAULT 0,
    "duration_ms" INTEGER,
    "sample_rate" INTEGER,
    "is_excluded_from_shares" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "track_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "file" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "recording_id" UUID NOT NULL,
    "track_id" UUID,
    "kind" "file_kind" NOT NULL,
    "key" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "sha256" BYTEA NOT NULL,
    "mime" TEXT NOT NULL,
    "codec" TEXT,
    "duration_ms" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "file_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "part" (
    "workspace_id" UUID NOT NULL,
    "recording_id" UUID NOT NULL,
    "participant_id" UUID,
    "identity" TEXT NOT NULL,
    "source" "track_source" NOT NULL,
    "attempt" INTEGER NOT NULL,
    "n" INTEGER NOT NULL,
    "file" TEXT NOT NULL,
    "start_ms" INTEGER NOT NULL,
    "duration_ms" INTEGER,
    "end_cause" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "part_pkey" PRIMARY KEY ("workspace_id","recording_id","identity","source","attempt","n")
);

-- CreateTable
CREATE TABLE "gap" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "recording_id" UUID NOT NULL,
    "participant_id" UUID,
    "t0_ms" INTEGER NOT NULL,
    "t1_ms" INTEGER NOT NULL,
    "cause" TEXT NOT NULL,
    "filled_from" TEXT,
    "filled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "gap_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "stage" (
    "workspace_id" UUID NOT NULL,
    "recording_id" UUID NOT NULL,
    "name" "stage_name" NOT NULL,
    "state" "stage_state" NOT NULL DEFAULT 'waiting',
    "done" BIGINT NOT NULL DEFAULT 0,
    "total" BIGINT NOT NULL DEFAULT 0,
    "unit" TEXT,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "retry_at" TIMESTAMPTZ(3),
    "job_id" UUID,
    "cause" TEXT,
    "detail" TEXT,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "stage_pkey" PRIMARY KEY ("workspace_id","recording_id","name")
);

-- CreateTable
CREATE TABLE "stage_log" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "recording_id" UUID NOT NULL,
    "stage" "stage_name" NOT NULL,
    "attempt" INTEGER NOT NULL,
    "state" "stage_state" NOT NULL,
    "cause" TEXT,
    "detail" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "stage_log_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "upload" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "purpose" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "total" BIGINT NOT NULL,
    "received" BIGINT NOT NULL DEFAULT 0,
    "sha256" BYTEA,
    "state" "upload_state" NOT NULL,
    "recording_id" UUID,
    "key" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "lock" UUID,
    "lock_until" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "upload_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "transcript" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "recording_id" UUID,
    "number" INTEGER NOT NULL,
    "base_id" UUID NOT NULL,
    "origin" "transcript_origin" NOT NULL,
    "engine" TEXT,
    "model" TEXT,
    "language" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "is_current" BOOLEAN NOT NULL DEFAULT false,
    "words" INTEGER NOT NULL DEFAULT 0,
    "spread" REAL,
    "confidence" REAL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "transcript_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "segment" (
    "workspace_id" UUID NOT NULL,
    "base_id" UUID NOT NULL,
    "no" INTEGER NOT NULL,
    "from_version" INTEGER NOT NULL,
    "to_version" INTEGER,
    "participant_id" UUID,
    "track_id" UUID,
    "t0_ms" INTEGER NOT NULL,
    "t1_ms" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "words" BYTEA NOT NULL,
    "raw" TEXT,
    "raw_words" BYTEA,
    "timing" "timing",
    "confidence" INTEGER,
    "flags" INTEGER NOT NULL DEFAULT 0,
    "doc" tsvector,
    "seq" BIGINT,
    "rev" INTEGER NOT NULL DEFAULT 1,
    "is_final" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "segment_pkey" PRIMARY KEY ("workspace_id","base_id","no","from_version")
);

-- CreateTable
CREATE TABLE "hit" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "transcript_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "kind" "hit_kind" NOT NULL,
    "rule" TEXT NOT NULL,
    "rule_version" INTEGER NOT NULL,
    "label" TEXT,
    "participant_id" UUID,
    "side" "side",
    "segment" INTEGER,
    "t0_ms" INTEGER NOT NULL,
    "t1_ms" INTEGER NOT NULL,
    "is_unsure" BOOLEAN NOT NULL DEFAULT false,
    "verdict" "verdict" NOT NULL DEFAULT 'none',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "hit_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "metric_set" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "transcript_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "config" TEXT NOT NULL,
    "lexicon_hash" BYTEA NOT NULL,
    "quality" "quality_class" NOT NULL,
    "detail" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "metric_set_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "metric_row" (
    "workspace_id" UUID NOT NULL,
    "config" TEXT NOT NULL,
    "call_id" UUID NOT NULL,
    "side" "side" NOT NULL,
    "subject" UUID NOT NULL,
    "member_id" UUID,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "kind" "call_kind" NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "speech_ms" INTEGER NOT NULL,
    "talk_ratio" REAL,
    "longest_ms" INTEGER,
    "switches_pm" REAL,
    "patience_ms" INTEGER,
    "cut_in" REAL,
    "questions_ph" REAL,
    "answered" REAL,
    "speed" REAL,
    "silence_pm" REAL,
    "overlap" REAL,
    "interrupts_pm" REAL,
    "fillers_pm" REAL,
    "pitch_sd" REAL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "metric_row_pkey" PRIMARY KEY ("workspace_id","config","call_id","side","subject")
);

-- CreateTable
CREATE TABLE "summary_run" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "transcript_id" UUID NOT NULL,
    "template_id" INTEGER,
    "template_version" INTEGER,
    "engine" TEXT NOT NULL,
    "model" TEXT,
    "state" "run_state" NOT NULL,
    "note" TEXT,
    "dropped" INTEGER NOT NULL DEFAULT 0,
    "cost_micros" BIGINT NOT NULL DEFAULT 0,
    "tokens" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "summary_run_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "summary_output" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "section" TEXT NOT NULL,
    "ord" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "value" JSONB,
    "certainty" "certainty" NOT NULL,
    "why_empty" TEXT,
    "edited" JSONB,
    "edited_by_id" UUID,
    "edited_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "summary_output_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "evidence" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "output_id" UUID,
    "owner_kind" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "ord" INTEGER NOT NULL,
    "base_id" UUID NOT NULL,
    "segment" INTEGER NOT NULL,
    "participant_id" UUID,
    "t0_ms" INTEGER NOT NULL,
    "t1_ms" INTEGER NOT NULL,
    "quote" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "evidence_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "term" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "term" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "boost" INTEGER NOT NULL DEFAULT 0,
    "phones" TEXT,
    "is_case_sensitive" BOOLEAN NOT NULL DEFAULT false,
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "deleted_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "term_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "term_variant" (
    "workspace_id" UUID NOT NULL,
    "term_id" UUID NOT NULL,
    "variant" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "term_variant_pkey" PRIMARY KEY ("workspace_id","term_id","variant")
);

-- CreateTable
CREATE TABLE "consent_record" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "participant_id" UUID,
    "name" TEXT NOT NULL,
    "policy" INTEGER NOT NULL,
    "method" "consent_method" NOT NULL,
    "answer" "consent_answer" NOT NULL,
    "text_hash" BYTEA NOT NULL,
    "ip" INET,
    "by_member_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "consent_record_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "log" "audit_log" NOT NULL,
    "event" TEXT NOT NULL,
    "actor_kind" "actor_kind" NOT NULL,
    "actor" TEXT,
    "via" TEXT,
    "target_kind" TEXT,
    "target" TEXT,
    "before" TEXT,
    "after" TEXT,
    "ip" INET,
    "agent" TEXT,
    "request" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "audit_head" (
    "workspace_id" UUID NOT NULL,
    "seq" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,
    "anchor_seq" BIGINT NOT NULL DEFAULT 0,
    "anchor_hash" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "audit_head_pkey" PRIMARY KEY ("workspace_id")
);

-- CreateTable
CREATE TABLE "audit_seal" (
    "workspace_id" UUID NOT NULL,
    "seq" BIGINT NOT NULL,
    "entry_id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "audit_seal_pkey" PRIMARY KEY ("workspace_id","seq")
);

-- CreateTable
CREATE TABLE "notification" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "target_kind" TEXT,
    "target_id" UUID,
    "actor_id" UUID,
    "values" JSONB NOT NULL,
    "read_at" TIMESTAMPTZ(3),
    "mail_due_at" TIMESTAMPTZ(3),
    "mailed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "notification_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "call_search" (
    "workspace_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "doc" tsvector NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "call_search_pkey" PRIMARY KEY ("workspace_id","call_id")
);

-- CreateTable
CREATE TABLE "lexeme" (
    "workspace_id" UUID NOT NULL,
    "lexeme" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "lexeme_pkey" PRIMARY KEY ("workspace_id","lexeme")
);

-- CreateIndex
CREATE UNIQUE INDEX "workspace__slug" ON "workspace"("slug");

-- CreateIndex
CREATE INDEX "team_member__member" ON "team_member"("workspace_id", "member_id");

-- CreateIndex
CREATE UNIQUE INDEX "identity__member" ON "identity"("workspace_id", "member_id");

-- CreateIndex
CREATE UNIQUE INDEX "identity__email" ON "identity"("email");

-- CreateIndex
CREATE INDEX "session__identity_seen_at" ON "session"("workspace_id", "identity_id", "seen_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "session__token_hash" ON "session"("token_hash");

-- CreateIndex
CREATE INDEX "contact_address__last9" ON "contact_address"("workspace_id", "last9");

-- CreateIndex
CREATE INDEX "call__owner_started_at" ON "call"("workspace_id", "owner_id", "started_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "call__source_external_ref" ON "call"("workspace_id", "source", "external_ref");

-- CreateIndex
CREATE INDEX "participant__call_lane" ON "participant"("workspace_id", "call_id", "lane");

-- CreateIndex
CREATE INDEX "participant__of_member" ON "participant"("workspace_id", "member_id", "call_id");

-- CreateIndex
CREATE INDEX "call_grant__call" ON "call_grant"("workspace_id", "call_id");

-- CreateIndex
CREATE INDEX "call_grant__of_member" ON "call_grant"("workspace_id", "member_id", "call_id");

-- CreateIndex
CREATE INDEX "call_grant__of_team" ON "call_grant"("workspace_id", "team_id", "call_id");

-- CreateIndex
CREATE INDEX "call_view__call_created_at" ON "call_view"("workspace_id", "call_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "recording__call" ON "recording"("workspace_id", "call_id");

-- CreateIndex
CREATE INDEX "track__recording_lane" ON "track"("workspace_id", "recording_id", "lane");

-- CreateIndex
CREATE INDEX "file__recording" ON "file"("workspace_id", "recording_id");

-- CreateIndex
CREATE INDEX "file__sha256" ON "file"("workspace_id", "sha256");

-- CreateIndex
CREATE UNIQUE INDEX "file__key" ON "file"("workspace_id", "key");

-- CreateIndex
CREATE INDEX "gap__recording_t0_ms" ON "gap"("workspace_id", "recording_id", "t0_ms");

-- CreateIndex
CREATE INDEX "stage_log__recording_created_at" ON "stage_log"("workspace_id", "recording_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "transcript__call_number" ON "transcript"("workspace_id", "call_id", "number");

-- CreateIndex
CREATE INDEX "hit__transcript_t0_ms" ON "hit"("workspace_id", "transcript_id", "t0_ms");

-- CreateIndex
CREATE UNIQUE INDEX "metric_set__transcript_config" ON "metric_set"("workspace_id", "transcript_id", "config");

-- CreateIndex
CREATE INDEX "summary_run__call_created_at" ON "summary_run"("workspace_id", "call_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "summary_output__run_ord" ON "summary_output"("workspace_id", "run_id", "ord");

-- CreateIndex
CREATE INDEX "evidence__owner_kind_owner_id_ord" ON "evidence"("workspace_id", "owner_kind", "owner_id", "ord");

-- CreateIndex
CREATE INDEX "evidence__participant" ON "evidence"("workspace_id", "participant_id");

-- CreateIndex
CREATE INDEX "consent_record__call_created_at" ON "consent_record"("workspace_id", "call_id", "created_at");

-- CreateIndex
CREATE INDEX "audit_entry__log" ON "audit_entry"("workspace_id", "log", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entry__target_created_at" ON "audit_entry"("workspace_id", "target", "created_at" DESC);

-- CreateIndex
CREATE INDEX "audit_entry__actor_created_at" ON "audit_entry"("workspace_id", "actor", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "audit_seal__entry_id" ON "audit_seal"("workspace_id", "entry_id");

-- CreateIndex
CREATE INDEX "notification__inbox" ON "notification"("workspace_id", "member_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "call_search__by_start" ON "call_search"("workspace_id", "started_at" DESC, "call_id" DESC);

-- CreateIndex
CREATE INDEX "call_search__doc" ON "call_search" USING GIN ("workspace_id" uuid_ops, "doc" tsvector_ops);

-- AddForeignKey
ALTER TABLE "team" ADD CONSTRAINT "team__parent_fk" FOREIGN KEY ("workspace_id", "parent_id") REFERENCES "team"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "team" ADD CONSTRAINT "team__workspace_fk" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member__primary_team_fk" FOREIGN KEY ("workspace_id", "primary_team_id") REFERENCES "team"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member__workspace_fk" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "team_member" ADD CONSTRAINT "team_member__team_fk" FOREIGN KEY ("workspace_id", "team_id") REFERENCES "team"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "team_member" ADD CONSTRAINT "team_member__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "manager_scope" ADD CONSTRAINT "manager_scope__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "manager_scope" ADD CONSTRAINT "manager_scope__team_fk" FOREIGN KEY ("workspace_id", "team_id") REFERENCES "team"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "identity" ADD CONSTRAINT "identity__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session__identity_fk" FOREIGN KEY ("workspace_id", "identity_id") REFERENCES "identity"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "company" ADD CONSTRAINT "company__workspace_fk" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "company_domain" ADD CONSTRAINT "company_domain__company_fk" FOREIGN KEY ("workspace_id", "company_id") REFERENCES "company"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "contact" ADD CONSTRAINT "contact__company_fk" FOREIGN KEY ("workspace_id", "company_id") REFERENCES "company"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "contact" ADD CONSTRAINT "contact__workspace_fk" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "contact_address" ADD CONSTRAINT "contact_address__contact_fk" FOREIGN KEY ("workspace_id", "contact_id") REFERENCES "contact"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call" ADD CONSTRAINT "call__owner_fk" FOREIGN KEY ("workspace_id", "owner_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call" ADD CONSTRAINT "call__team_fk" FOREIGN KEY ("workspace_id", "team_id") REFERENCES "team"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call" ADD CONSTRAINT "call__company_fk" FOREIGN KEY ("workspace_id", "company_id") REFERENCES "company"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call" ADD CONSTRAINT "call__workspace_fk" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "participant" ADD CONSTRAINT "participant__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "participant" ADD CONSTRAINT "participant__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "participant" ADD CONSTRAINT "participant__contact_fk" FOREIGN KEY ("workspace_id", "contact_id") REFERENCES "contact"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "participant_presence" ADD CONSTRAINT "participant_presence__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "participant_presence" ADD CONSTRAINT "participant_presence__participant_fk" FOREIGN KEY ("workspace_id", "participant_id") REFERENCES "participant"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call_grant" ADD CONSTRAINT "call_grant__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call_grant" ADD CONSTRAINT "call_grant__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call_grant" ADD CONSTRAINT "call_grant__team_fk" FOREIGN KEY ("workspace_id", "team_id") REFERENCES "team"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call_span" ADD CONSTRAINT "call_span__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call_span" ADD CONSTRAINT "call_span__participant_fk" FOREIGN KEY ("workspace_id", "participant_id") REFERENCES "participant"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call_view" ADD CONSTRAINT "call_view__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call_view" ADD CONSTRAINT "call_view__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "recording" ADD CONSTRAINT "recording__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "track" ADD CONSTRAINT "track__recording_fk" FOREIGN KEY ("workspace_id", "recording_id") REFERENCES "recording"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "track" ADD CONSTRAINT "track__participant_fk" FOREIGN KEY ("workspace_id", "participant_id") REFERENCES "participant"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "file" ADD CONSTRAINT "file__recording_fk" FOREIGN KEY ("workspace_id", "recording_id") REFERENCES "recording"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "file" ADD CONSTRAINT "file__track_fk" FOREIGN KEY ("workspace_id", "track_id") REFERENCES "track"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "part" ADD CONSTRAINT "part__recording_fk" FOREIGN KEY ("workspace_id", "recording_id") REFERENCES "recording"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "part" ADD CONSTRAINT "part__participant_fk" FOREIGN KEY ("workspace_id", "participant_id") REFERENCES "participant"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "gap" ADD CONSTRAINT "gap__recording_fk" FOREIGN KEY ("workspace_id", "recording_id") REFERENCES "recording"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "gap" ADD CONSTRAINT "gap__participant_fk" FOREIGN KEY ("workspace_id", "participant_id") REFERENCES "participant"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "stage" ADD CONSTRAINT "stage__recording_fk" FOREIGN KEY ("workspace_id", "recording_id") REFERENCES "recording"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "stage_log" ADD CONSTRAINT "stage_log__recording_fk" FOREIGN KEY ("workspace_id", "recording_id") REFERENCES "recording"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "upload" ADD CONSTRAINT "upload__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "upload" ADD CONSTRAINT "upload__recording_fk" FOREIGN KEY ("workspace_id", "recording_id") REFERENCES "recording"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "upload" ADD CONSTRAINT "upload__workspace_fk" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "transcript" ADD CONSTRAINT "transcript__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "transcript" ADD CONSTRAINT "transcript__recording_fk" FOREIGN KEY ("workspace_id", "recording_id") REFERENCES "recording"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "segment" ADD CONSTRAINT "segment__base_fk" FOREIGN KEY ("workspace_id", "base_id") REFERENCES "transcript"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "segment" ADD CONSTRAINT "segment__participant_fk" FOREIGN KEY ("workspace_id", "participant_id") REFERENCES "participant"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "segment" ADD CONSTRAINT "segment__track_fk" FOREIGN KEY ("workspace_id", "track_id") REFERENCES "track"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "hit" ADD CONSTRAINT "hit__transcript_fk" FOREIGN KEY ("workspace_id", "transcript_id") REFERENCES "transcript"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "hit" ADD CONSTRAINT "hit__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "hit" ADD CONSTRAINT "hit__participant_fk" FOREIGN KEY ("workspace_id", "participant_id") REFERENCES "participant"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "metric_set" ADD CONSTRAINT "metric_set__transcript_fk" FOREIGN KEY ("workspace_id", "transcript_id") REFERENCES "transcript"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "metric_set" ADD CONSTRAINT "metric_set__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "metric_row" ADD CONSTRAINT "metric_row__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "metric_row" ADD CONSTRAINT "metric_row__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "summary_run" ADD CONSTRAINT "summary_run__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "summary_run" ADD CONSTRAINT "summary_run__transcript_fk" FOREIGN KEY ("workspace_id", "transcript_id") REFERENCES "transcript"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "summary_output" ADD CONSTRAINT "summary_output__run_fk" FOREIGN KEY ("workspace_id", "run_id") REFERENCES "summary_run"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "summary_output" ADD CONSTRAINT "summary_output__edited_by_fk" FOREIGN KEY ("workspace_id", "edited_by_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "evidence" ADD CONSTRAINT "evidence__output_fk" FOREIGN KEY ("workspace_id", "output_id") REFERENCES "summary_output"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "evidence" ADD CONSTRAINT "evidence__base_fk" FOREIGN KEY ("workspace_id", "base_id") REFERENCES "transcript"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "evidence" ADD CONSTRAINT "evidence__participant_fk" FOREIGN KEY ("workspace_id", "participant_id") REFERENCES "participant"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "term" ADD CONSTRAINT "term__workspace_fk" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "term_variant" ADD CONSTRAINT "term_variant__term_fk" FOREIGN KEY ("workspace_id", "term_id") REFERENCES "term"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "consent_record" ADD CONSTRAINT "consent_record__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "consent_record" ADD CONSTRAINT "consent_record__participant_fk" FOREIGN KEY ("workspace_id", "participant_id") REFERENCES "participant"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "consent_record" ADD CONSTRAINT "consent_record__by_member_fk" FOREIGN KEY ("workspace_id", "by_member_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "consent_record" ADD CONSTRAINT "consent_record__workspace_fk" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "call_search" ADD CONSTRAINT "call_search__call_fk" FOREIGN KEY ("workspace_id", "call_id") REFERENCES "call"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "lexeme" ADD CONSTRAINT "lexeme__workspace_fk" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- By hand from here: what the schema language cannot say. The drift check ignores all of it;
-- prisma/database.server.test.ts compares the indexes, the checks and the triggers.

-- Partial indexes. A query repeats the WHERE literally.
CREATE UNIQUE INDEX "team__name" ON "team" ("workspace_id", "name") WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX "member__email" ON "member" ("workspace_id", "email") WHERE scrubbed_at IS NULL;
CREATE INDEX "call__list" ON "call" ("workspace_id", "started_at" DESC, "id" DESC) WHERE state IN ('live', 'ended', 'available');
CREATE INDEX "call__activity" ON "call" ("workspace_id", "started_at") INCLUDE ("owner_id", "team_id", "visibility", "kind", "duration_ms") WHERE state = 'available';
CREATE INDEX "call__sweep" ON "call" ("state", "scheduled_end") WHERE state IN ('scheduled', 'live', 'ended', 'trashed');
CREATE UNIQUE INDEX "recording__primary" ON "recording" ("workspace_id", "call_id") WHERE is_primary;
CREATE INDEX "recording__sweep" ON "recording" ("state", "updated_at") WHERE state IN ('receiving', 'interrupted', 'uploaded', 'processing');
CREATE INDEX "stage__open" ON "stage" ("started_at") WHERE state IN ('waiting', 'running');
CREATE INDEX "upload__expires_at" ON "upload" ("expires_at") WHERE state = 'receiving';
CREATE UNIQUE INDEX "transcript__current" ON "transcript" ("workspace_id", "call_id") WHERE is_current;
CREATE INDEX "segment__current" ON "segment" ("workspace_id", "base_id", "t0_ms", "no") WHERE to_version IS NULL;
CREATE INDEX "segment__replay" ON "segment" ("workspace_id", "base_id", "seq") WHERE seq IS NOT NULL;
CREATE INDEX "metric_row__talk" ON "metric_row" ("workspace_id", "config", "started_at") INCLUDE ("member_id", "call_id", "duration_ms", "talk_ratio", "longest_ms", "patience_ms") WHERE member_id IS NOT NULL;
CREATE UNIQUE INDEX "term__language_term" ON "term" ("workspace_id", "language", "term") WHERE deleted_at IS NULL;

-- A null makes a CHECK pass, so an optional column needs no exception.
ALTER TABLE "team" ADD CONSTRAINT "team__parent_check" CHECK (parent_id <> id);
ALTER TABLE "member" ADD CONSTRAINT "member__email_check" CHECK (email = lower(email));
ALTER TABLE "identity" ADD CONSTRAINT "identity__email_check" CHECK (email = lower(email));
ALTER TABLE "session" ADD CONSTRAINT "session__token_check" CHECK (octet_length(token_hash) = 32);
ALTER TABLE "call" ADD CONSTRAINT "call__times_check" CHECK (duration_ms >= 0 AND (scheduled_end >= scheduled_start OR scheduled_end IS NULL OR scheduled_start IS NULL));
ALTER TABLE "call" ADD CONSTRAINT "call__strip_check" CHECK (octet_length(strip) = 150);
ALTER TABLE "participant" ADD CONSTRAINT "participant__lane_check" CHECK (lane >= 0);
ALTER TABLE "participant_presence" ADD CONSTRAINT "participant_presence__times_check" CHECK (left_ms >= joined_ms);
ALTER TABLE "call_grant" ADD CONSTRAINT "call_grant__grantee_check" CHECK (num_nonnulls(member_id, team_id) = 1);
ALTER TABLE "call_span" ADD CONSTRAINT "call_span__times_check" CHECK (t1_ms >= t0_ms);
ALTER TABLE "call_view" ADD CONSTRAINT "call_view__seconds_check" CHECK (seconds >= 0);
ALTER TABLE "recording" ADD CONSTRAINT "recording__size_check" CHECK (duration_ms >= 0 AND total_bytes >= 0);
ALTER TABLE "track" ADD CONSTRAINT "track__size_check" CHECK (lane >= 0 AND duration_ms >= 0 AND sample_rate > 0);
ALTER TABLE "file" ADD CONSTRAINT "file__size_check" CHECK (bytes >= 0 AND duration_ms >= 0);
ALTER TABLE "file" ADD CONSTRAINT "file__sha256_check" CHECK (octet_length(sha256) = 32);
ALTER TABLE "part" ADD CONSTRAINT "part__size_check" CHECK (attempt >= 0 AND n >= 0 AND duration_ms >= 0);
ALTER TABLE "gap" ADD CONSTRAINT "gap__times_check" CHECK (t1_ms >= t0_ms);
ALTER TABLE "stage" ADD CONSTRAINT "stage__counts_check" CHECK (done >= 0 AND total >= 0 AND attempt >= 0 AND tries >= 0);
ALTER TABLE "upload" ADD CONSTRAINT "upload__received_check" CHECK (received >= 0 AND received <= total);
ALTER TABLE "upload" ADD CONSTRAINT "upload__sha256_check" CHECK (octet_length(sha256) = 32);
ALTER TABLE "transcript" ADD CONSTRAINT "transcript__number_check" CHECK (number >= 1 AND words >= 0);
ALTER TABLE "segment" ADD CONSTRAINT "segment__times_check" CHECK (t0_ms >= 0 AND t1_ms >= t0_ms);
ALTER TABLE "segment" ADD CONSTRAINT "segment__versions_check" CHECK (from_version >= 1 AND to_version > from_version);
ALTER TABLE "hit" ADD CONSTRAINT "hit__times_check" CHECK (t1_ms >= t0_ms);
ALTER TABLE "evidence" ADD CONSTRAINT "evidence__times_check" CHECK (t1_ms >= t0_ms);
ALTER TABLE "lexeme" ADD CONSTRAINT "lexeme__calls_check" CHECK (calls >= 0);

-- By the database's clock, also for statements written by hand. One that sets the time itself is believed.
CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.updated_at IS NOT DISTINCT FROM OLD.updated_at THEN NEW.updated_at := now(); END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER touch BEFORE UPDATE ON "team" FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER touch BEFORE UPDATE ON "member" FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER touch BEFORE UPDATE ON "identity" FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER touch BEFORE UPDATE ON "company" FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER touch BEFORE UPDATE ON "contact" FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER touch BEFORE UPDATE ON "call" FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER touch BEFORE UPDATE ON "participant" FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER touch BEFORE UPDATE ON "call_grant" FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER touch BEFORE UPDATE ON "recording" FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER touch BEFORE UPDATE ON "track" FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER touch BEFORE UPDATE ON "file" FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER touch BEFORE UPDATE ON "transcript" FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER touch BEFORE UPDATE ON "summary_run" FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER touch BEFORE UPDATE ON "summary_output" FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER touch BEFORE UPDATE ON "term" FOR EACH ROW EXECUTE FUNCTION touch();

-- One chain per workspace. Entries are inserted anywhere in the transaction; the deferred trigger seals
-- them at COMMIT, so the head's row is locked for the commit only.
CREATE FUNCTION audit_line(e audit_entry) RETURNS bytea LANGUAGE sql STABLE SET timezone = 'UTC' AS
  $$ SELECT convert_to(jsonb_strip_nulls(to_jsonb(e))::text, 'UTF8') $$;  -- a later column, null in old rows, changes no line

CREATE FUNCTION audit_seal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE h audit_head; line bytea := audit_line(NEW); BEGIN
  INSERT INTO audit_head AS a (workspace_id, seq, hash) VALUES (NEW.workspace_id, 1, sha256(line))
    ON CONFLICT (workspace_id) DO UPDATE SET seq = a.seq + 1, hash = sha256(a.hash || line) RETURNING * INTO h;
  INSERT INTO audit_seal (workspace_id, seq, entry_id, hash) VALUES (h.workspace_id, h.seq, NEW.id, h.hash); RETURN NULL; END $$;

CREATE CONSTRAINT TRIGGER seal AFTER INSERT ON audit_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_seal();
