-- CreateTable
CREATE TABLE "audit_shipment" (
    "workspace_id" UUID NOT NULL,
    "sink" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "error" TEXT,
    "sent_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "audit_shipment_pkey" PRIMARY KEY ("workspace_id","sink")
);
