-- Steps of a change are added and never rewritten; they go with their change.
CREATE TRIGGER append_only BEFORE UPDATE ON crm_write_log FOR EACH ROW EXECUTE FUNCTION refuse_update();
