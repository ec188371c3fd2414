-- Views of the list of people that somebody saved under a name.

CREATE TABLE employee_view (
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  view_id uuid NOT NULL,
  name text NOT NULL,
  -- As checked by contract/people/finding/views.ts.
  query jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, employee_id, view_id),
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id)
);
SELECT isolate_company('employee_view');
