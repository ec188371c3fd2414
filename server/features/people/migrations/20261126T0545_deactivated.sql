-- Since when an account is switched off, for the company's setting that deletes such accounts after some time. The database writes it
-- down, whichever statement switches the account: none can forget it.
ALTER TABLE employee
  ADD COLUMN deactivated_at timestamptz,
  -- When it was told that the account was to be deleted, and something needs somebody else first.
  ADD COLUMN awaits_heir_at timestamptz;

CREATE FUNCTION note_deactivated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.employee_account_status <> 'INACTIVE' THEN
    NEW.deactivated_at := NULL;
    NEW.awaits_heir_at := NULL;
  ELSE
    -- What is INACTIVE already stays so since it was; so does what is put back from a backup.
    NEW.deactivated_at := coalesce(NEW.deactivated_at, now());
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER employee_deactivated BEFORE INSERT OR UPDATE OF employee_account_status ON employee
  FOR EACH ROW EXECUTE FUNCTION note_deactivated();

-- Since when they are, nobody has written down: it counts from now on, so that nobody is deleted the same night.
-- Only for this statement: row-level security hides every row from a migration.
ALTER TABLE employee NO FORCE ROW LEVEL SECURITY;
UPDATE employee SET deactivated_at = now() WHERE employee_account_status = 'INACTIVE';
ALTER TABLE employee FORCE ROW LEVEL SECURITY;

ALTER TABLE employee ADD CONSTRAINT employee_deactivated_at
  CHECK ((employee_account_status = 'INACTIVE') = (deactivated_at IS NOT NULL));
CREATE INDEX employee_deactivated ON employee (company_id, deactivated_at) WHERE deactivated_at IS NOT NULL;
