-- When somebody was last here, for longer than their sessions are kept: what is swept away is noted here first. Without the sessions
-- it would be said of them that they never were.
CREATE TABLE last_seen (
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, employee_id)
);
SELECT isolate_company('last_seen');
SELECT allow_system('last_seen');
