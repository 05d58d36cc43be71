-- AlterTable
ALTER TABLE "share_visit" ADD COLUMN     "embed_key_id" UUID,
ADD COLUMN     "label" TEXT;

-- CreateTable
CREATE TABLE "embed_key" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "link_id" UUID NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "key_enc" BYTEA NOT NULL,
    "origins" TEXT[],
    "shows_title" BOOLEAN NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "replaced_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "views" INTEGER NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "embed_key_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "embed_token" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "key_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "label" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_by" UUID,

    CONSTRAINT "embed_token_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE INDEX "embed_key__link" ON "embed_key"("workspace_id", "link_id");

-- CreateIndex
CREATE UNIQUE INDEX "embed_key__key_hash" ON "embed_key"("key_hash");

-- CreateIndex
CREATE INDEX "embed_token__key" ON "embed_token"("workspace_id", "key_id");

-- CreateIndex
CREATE UNIQUE INDEX "embed_token__token_hash" ON "embed_token"("token_hash");

-- AddForeignKey
ALTER TABLE "share_visit" ADD CONSTRAINT "share_visit__embed_key_fk" FOREIGN KEY ("workspace_id", "embed_key_id") REFERENCES "embed_key"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "embed_key" ADD CONSTRAINT "embed_key__link_fk" FOREIGN KEY ("workspace_id", "link_id") REFERENCES "shared_link"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "embed_token" ADD CONSTRAINT "embed_token__key_fk" FOREIGN KEY ("workspace_id", "key_id") REFERENCES "embed_key"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
