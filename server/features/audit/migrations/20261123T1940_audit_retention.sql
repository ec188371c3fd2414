-- Lines are kept for a year. What goes is the beginning of the chain; the hash of its last place stays, so that the rest can still be
-- checked.
CREATE TABLE audit_anchor (
  company_id uuid PRIMARY KEY,
  position integer NOT NULL,
  hash bytea NOT NULL
);
SELECT isolate_company('audit_anchor', 'SELECT');

-- The one way in which lines go. The app may not take out any by itself, and this lets go of none that is younger than a year. With
-- its owner's rights, which may reach past row-level security: so each statement names the company. Returns how many went.
CREATE FUNCTION remove_old_audit(up_to integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  removed integer;
BEGIN
  IF EXISTS (SELECT FROM audit_seal s LEFT JOIN audit_event e ON e.company_id = s.company_id AND e.audit_id = s.audit_id
      WHERE s.company_id = app_company() AND s.position <= up_to
        AND (e.created_at IS NULL OR e.created_at > now() - interval '1 year')) THEN
    RAISE EXCEPTION 'Lines of the audit log stay for a year' USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO audit_anchor (company_id, position, hash)
    SELECT company_id, position, hash FROM audit_seal WHERE company_id = app_company() AND position = up_to
    ON CONFLICT (company_id) DO UPDATE SET position = excluded.position, hash = excluded.hash;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  DELETE FROM audit_event e USING audit_seal s
    WHERE e.company_id = app_company() AND s.company_id = app_company() AND s.position <= up_to AND e.audit_id = s.audit_id;
  DELETE FROM audit_seal WHERE company_id = app_company() AND position <= up_to;
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END $$;
REVOKE EXECUTE ON FUNCTION remove_old_audit(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_old_audit(integer) TO limelight_app;
