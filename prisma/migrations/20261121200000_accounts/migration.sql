-- CreateTable
CREATE TABLE "passkey" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "identity_id" UUID NOT NULL,
    "credential" BYTEA NOT NULL,
    "public_key" BYTEA NOT NULL,
    "sign_count" BIGINT NOT NULL,
    "transports" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "name" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "passkey_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "partner_login" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "identity_id" UUID NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "partner_login_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "recovery_code" (
    "workspace_id" UUID NOT NULL,
    "identity_id" UUID NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("workspace_id","identity_id","code_hash")
);

-- CreateTable
CREATE TABLE "pre_session" (
    "id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "purpose" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "pre_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_up_link" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "url_hash" BYTEA NOT NULL,
    "url_enc" BYTEA NOT NULL,
    "role" "role" NOT NULL,
    "team_id" UUID,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "max_uses" INTEGER NOT NULL,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "domains" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "revoked_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "sign_up_link_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "sign_up_use" (
    "workspace_id" UUID NOT NULL,
    "link_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "sign_up_use_pkey" PRIMARY KEY ("workspace_id","link_id","member_id")
);

-- CreateTable
CREATE TABLE "one_time_code" (
    "id" UUID NOT NULL,
    "workspace_id" UUID,
    "kind" "code_kind" NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "email" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "one_time_code_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mail_outbox" (
    "id" UUID NOT NULL,
    "workspace_id" UUID,
    "dedupe" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "template" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "payload_enc" BYTEA NOT NULL,
    "state" "outbox_state" NOT NULL DEFAULT 'queued',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "mail_outbox_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "passkey__credential" ON "passkey"("credential");

-- CreateIndex
CREATE INDEX "passkey__identity" ON "passkey"("workspace_id", "identity_id");

-- CreateIndex
CREATE UNIQUE INDEX "partner_login__issuer_subject" ON "partner_login"("issuer", "subject");

-- CreateIndex
CREATE INDEX "partner_login__identity" ON "partner_login"("workspace_id", "identity_id");

-- CreateIndex
CREATE UNIQUE INDEX "pre_session__token_hash" ON "pre_session"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "sign_up_link__url_hash" ON "sign_up_link"("url_hash");

-- CreateIndex
CREATE UNIQUE INDEX "one_time_code__code_hash" ON "one_time_code"("code_hash");

-- CreateIndex
CREATE INDEX "one_time_code__email_kind" ON "one_time_code"("email", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "mail_outbox__dedupe" ON "mail_outbox"("dedupe");

-- AddForeignKey
ALTER TABLE "passkey" ADD CONSTRAINT "passkey__identity_fk" FOREIGN KEY ("workspace_id", "identity_id") REFERENCES "identity"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "partner_login" ADD CONSTRAINT "partner_login__identity_fk" FOREIGN KEY ("workspace_id", "identity_id") REFERENCES "identity"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code__identity_fk" FOREIGN KEY ("workspace_id", "identity_id") REFERENCES "identity"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sign_up_link" ADD CONSTRAINT "sign_up_link__workspace_fk" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sign_up_link" ADD CONSTRAINT "sign_up_link__team_fk" FOREIGN KEY ("workspace_id", "team_id") REFERENCES "team"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sign_up_use" ADD CONSTRAINT "sign_up_use__link_fk" FOREIGN KEY ("workspace_id", "link_id") REFERENCES "sign_up_link"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sign_up_use" ADD CONSTRAINT "sign_up_use__member_fk" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- By hand from here: what the schema language cannot say.
CREATE INDEX "mail_outbox__due_at" ON "mail_outbox" ("due_at") WHERE state = 'queued';

ALTER TABLE "pre_session" ADD CONSTRAINT "pre_session__token_check" CHECK (octet_length(token_hash) = 32);
ALTER TABLE "one_time_code" ADD CONSTRAINT "one_time_code__code_check" CHECK (octet_length(code_hash) = 32 AND email = lower(email));
ALTER TABLE "sign_up_link" ADD CONSTRAINT "sign_up_link__uses_check" CHECK (octet_length(url_hash) = 32 AND max_uses >= 1 AND uses >= 0 AND uses <= max_uses);
ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox__tries_check" CHECK (tries >= 0 AND recipient = lower(recipient));

CREATE TRIGGER touch BEFORE UPDATE ON "passkey" FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER touch BEFORE UPDATE ON "partner_login" FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TRIGGER touch BEFORE UPDATE ON "sign_up_link" FOR EACH ROW EXECUTE FUNCTION touch();
