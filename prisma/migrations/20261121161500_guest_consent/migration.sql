-- What a guest was shown and from where they answered, kept until the host admits them: only then does the ledger get its line.
ALTER TABLE "guest" ADD COLUMN "text_hash" BYTEA NOT NULL, ADD COLUMN "ip" INET;
ALTER TABLE "guest" ADD CONSTRAINT "guest__text_check" CHECK (octet_length(text_hash) = 32);
