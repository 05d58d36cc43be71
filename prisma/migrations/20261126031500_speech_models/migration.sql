-- CreateTable
CREATE TABLE "speech_model" (
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "languages" TEXT[],
    "sha256" TEXT,
    "license" TEXT,
    "state" TEXT NOT NULL,
    "node" TEXT,
    "place" INTEGER NOT NULL DEFAULT 0,
    "done_bytes" BIGINT NOT NULL DEFAULT 0,
    "total_bytes" BIGINT,
    "cause" TEXT,
    "is_cancelled" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "speech_model_pkey" PRIMARY KEY ("name")
);
