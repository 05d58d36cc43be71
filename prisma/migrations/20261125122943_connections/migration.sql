-- CreateEnum
CREATE TYPE "connection_state" AS ENUM ('connected', 'degraded', 'broken', 'disconnected');

-- CreateTable
CREATE TABLE "connection" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "state" "connection_state" NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_secret_enc" BYTEA NOT NULL,
    "access_token_enc" BYTEA,
    "refresh_token_enc" BYTEA,
    "expires_at" TIMESTAMPTZ(3),
    "api_url" TEXT,
    "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "account_id" TEXT,
    "account_label" TEXT,
    "account_user" TEXT,
    "is_sandbox" BOOLEAN NOT NULL DEFAULT false,
    "quota_used" INTEGER,
    "quota_max" INTEGER,
    "connected_by_id" UUID,
    "connected_at" TIMESTAMPTZ(3),
    "authorising_until" TIMESTAMPTZ(3),
    "last_ok_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "check_ms" INTEGER,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "limited_since" TIMESTAMPTZ(3),
    "fault" TEXT,
    "fault_since" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "connection_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
-- door: connections whose test is due.
CREATE INDEX "connection__check_due" ON "connection"("checked_at") WHERE state IN ('connected', 'degraded');

-- CreateIndex
CREATE UNIQUE INDEX "connection__provider" ON "connection"("workspace_id", "provider");

-- AddForeignKey
ALTER TABLE "connection" ADD CONSTRAINT "connection__workspace_fk" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "connection" ADD CONSTRAINT "connection__connected_by_fk" FOREIGN KEY ("workspace_id", "connected_by_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

CREATE TRIGGER touch BEFORE UPDATE ON connection FOR EACH ROW EXECUTE FUNCTION touch();
