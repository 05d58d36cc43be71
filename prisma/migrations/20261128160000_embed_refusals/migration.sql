-- A partner whose page is not on the list of a key sees an empty frame; the maker of the key reads here why.
CREATE TABLE "embed_refusal" (
    "workspace_id" UUID NOT NULL,
    "key_id" UUID NOT NULL,
    "origin" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "embed_refusal_pkey" PRIMARY KEY ("workspace_id","key_id","origin"),
    CONSTRAINT "embed_refusal__origin_check" CHECK (char_length("origin") BETWEEN 1 AND 300)
);
ALTER TABLE "embed_refusal" ADD CONSTRAINT "embed_refusal__key_fk" FOREIGN KEY ("workspace_id", "key_id") REFERENCES "embed_key"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
