-- The chain of the audit log. Lines are written by whoever does something, many at once, so they get their place in the chain a
-- moment later (features/audit/sealing.ts): nobody who signs in waits for somebody else who does.

-- What has no place yet.
CREATE TABLE audit_pending (
  company_id uuid NOT NULL,
  audit_id uuid NOT NULL,
  PRIMARY KEY (company_id, audit_id)
);
SELECT isolate_company('audit_pending');
SELECT allow_system('audit_pending');

-- By a trigger, so that a line waits for its place whoever writes it: also a server of the version before, that runs beside this one.
CREATE FUNCTION await_audit_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_pending (company_id, audit_id) VALUES (NEW.company_id, NEW.audit_id);
  RETURN NULL;
END $$;
CREATE TRIGGER audit_event_pending AFTER INSERT ON audit_event FOR EACH ROW EXECUTE FUNCTION await_audit_seal();

-- All that is there already. Whoever migrates need not be a superuser, and would see no company's rows.
ALTER TABLE audit_event NO FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_pending NO FORCE ROW LEVEL SECURITY;
INSERT INTO audit_pending SELECT company_id, audit_id FROM audit_event;
ALTER TABLE audit_event FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_pending FORCE ROW LEVEL SECURITY;

-- Append-only like the lines. `hash`: SHA-256 of the hash before it and the line.
CREATE TABLE audit_seal (
  company_id uuid NOT NULL,
  position integer NOT NULL,
  audit_id uuid NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (company_id, position),
  UNIQUE (company_id, audit_id)
);
SELECT isolate_company('audit_seal', 'SELECT, INSERT');

CREATE INDEX audit_event_time ON audit_event (company_id, created_at DESC, audit_id DESC);
CREATE INDEX audit_event_actor ON audit_event (company_id, actor_id, created_at DESC, audit_id DESC);
CREATE INDEX audit_event_about ON audit_event (company_id, (detail->>'employee_id'), created_at DESC, audit_id DESC);
