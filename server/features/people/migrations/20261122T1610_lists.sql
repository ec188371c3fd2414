-- What the list of people is filtered and sorted by.

CREATE INDEX employee_status ON employee (company_id, employee_account_status, sort_name, employee_id);
CREATE INDEX employee_location ON employee (company_id, location, sort_name, employee_id) WHERE location <> '';
-- Also of sessions that have ended; it names no column that changes, so that renewing one touches no index.
CREATE INDEX session_of_employee ON session (company_id, employee_id);

/* When somebody was last here; null if never, or if their sessions are swept away. The table is auth's own: people ask by this. */
CREATE FUNCTION employee_last_seen(of_company uuid, of_employee uuid) RETURNS timestamptz
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (SELECT max(last_used_at) FROM session WHERE company_id = of_company AND employee_id = of_employee);
