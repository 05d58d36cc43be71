-- AlterTable
ALTER TABLE "session" ADD COLUMN     "view_as_id" UUID;

-- CreateTable
CREATE TABLE "private_access" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "private_access_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE INDEX "private_access__session" ON "private_access"("workspace_id", "session_id");

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session__view_as_fk" FOREIGN KEY ("workspace_id", "view_as_id") REFERENCES "member"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "private_access" ADD CONSTRAINT "private_access__session_fk" FOREIGN KEY ("workspace_id", "session_id") REFERENCES "session"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- Retention (data §2.4): cuts the oldest part of a chain and moves its anchor, so that what stays is still checked
-- whole. Nobody may delete entries, the owner neither: the right is there for this statement alone. What is younger
-- than seven days is never cut, whoever asks.
CREATE FUNCTION audit_cut(ws uuid, until timestamptz) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE h audit_head; last bigint; gone bigint; BEGIN
  IF until > now() - interval '7 days' THEN RAISE EXCEPTION 'entries of the last seven days stay'; END IF;
  SELECT * INTO h FROM audit_head WHERE workspace_id = ws FOR UPDATE;
  IF NOT FOUND THEN RETURN 0; END IF;
  -- Numbers follow commits, times follow beginnings: the prefix ends before the first entry that is young.
  SELECT coalesce(min(s.seq) - 1, h.seq) INTO last FROM audit_seal s
    JOIN audit_entry e ON e.workspace_id = s.workspace_id AND e.id = s.entry_id
    WHERE s.workspace_id = ws AND e.created_at >= until;
  IF last <= h.anchor_seq THEN RETURN 0; END IF;
  UPDATE audit_head SET anchor_seq = last,
    anchor_hash = (SELECT s.hash FROM audit_seal s WHERE s.workspace_id = ws AND s.seq = last) WHERE workspace_id = ws;
  EXECUTE format('GRANT DELETE ON audit_entry, audit_seal TO %I', current_user);
  DELETE FROM audit_entry e USING audit_seal s
    WHERE s.workspace_id = ws AND s.seq <= last AND e.workspace_id = ws AND e.id = s.entry_id;
  GET DIAGNOSTICS gone = ROW_COUNT;
  DELETE FROM audit_seal WHERE workspace_id = ws AND seq <= last;
  EXECUTE format('REVOKE DELETE ON audit_entry, audit_seal FROM %I', current_user);
  RETURN gone; END $$;
