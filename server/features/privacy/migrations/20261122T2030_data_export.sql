-- What somebody asked to have of all that is kept about them. A file of it can be larger than what anybody uploads.

CREATE TABLE data_export (
  company_id uuid NOT NULL,
  export_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  asked_by uuid NOT NULL,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'ready', 'failed')),
  -- How often it was taken up. Who took it up says so when they are done: only the last one counts.
  attempts integer NOT NULL DEFAULT 0,
  -- When it may be taken up (again).
  due_at timestamptz NOT NULL DEFAULT now(),
  file_id uuid,
  size bigint,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  ready_at timestamptz(3),
  expires_at timestamptz(3),
  PRIMARY KEY (company_id, export_id),
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id),
  CHECK ((status = 'ready') = (file_id IS NOT NULL AND size IS NOT NULL AND ready_at IS NOT NULL AND expires_at IS NOT NULL))
);
SELECT isolate_company('data_export');
-- What is to be made, and what is to go, is looked for in all companies.
SELECT allow_system('data_export');
-- One at a time each.
CREATE UNIQUE INDEX data_export_waiting ON data_export (company_id, employee_id) WHERE status = 'waiting';
CREATE INDEX data_export_of ON data_export (company_id, employee_id, created_at);
CREATE INDEX data_export_due ON data_export (due_at) WHERE status = 'waiting';
CREATE INDEX data_export_age ON data_export (created_at);

ALTER TABLE file ALTER COLUMN max_size TYPE bigint, ALTER COLUMN size TYPE bigint;
