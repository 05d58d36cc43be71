-- Who may do what (data §7). Run at the end of every deploy: rights are state, not history, and the
-- role of the application may be made after the first migration.
BEGIN;
CREATE SCHEMA IF NOT EXISTS jobs;

DO $$
DECLARE app name := 'parley_app'; BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = app) AND current_user <> app THEN
    GRANT USAGE ON SCHEMA public TO parley_app;
    GRANT USAGE, CREATE ON SCHEMA jobs TO parley_app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO parley_app;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO parley_app;
    REVOKE ALL ON _prisma_migrations, audit_entry, audit_head, audit_seal, consent_record FROM parley_app;
    GRANT SELECT ON audit_entry, audit_head, audit_seal, consent_record TO parley_app;
    GRANT INSERT ON consent_record TO parley_app;
    EXECUTE (
      SELECT format('GRANT INSERT (%s) ON audit_entry TO parley_app', string_agg(quote_ident(attname), ', '))
      FROM pg_attribute
      WHERE attrelid = 'audit_entry'::regclass AND attnum > 0 AND NOT attisdropped AND attname <> 'created_at'
    );
  END IF;
END $$;

-- The owner's own rights: where one role is both, the past is still not written by an ordinary statement.
-- consent_record keeps its owner's UPDATE, which checks of references need, and refuses it by a trigger.
DO $$ BEGIN
  EXECUTE format('GRANT UPDATE ON consent_record TO %I', current_user);
  EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON audit_entry, audit_seal FROM %I', current_user);
  EXECUTE format('REVOKE TRUNCATE ON consent_record FROM %I', current_user);
END $$;
COMMIT;
