-- A trigger and not a right: the check of a reference locks rows as the table's owner, which needs UPDATE,
-- so an owner without it could delete no call, participant or member at all.
CREATE FUNCTION refuse_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE ON consent_record FOR EACH ROW EXECUTE FUNCTION refuse_update();
