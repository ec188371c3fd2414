-- Groups of people: fixed members, or criteria. Who fits criteria is never stored: it is asked for in each query.

CREATE TABLE people_group (
  company_id uuid NOT NULL,
  group_id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  -- Null: its members stand in people_group_member. Otherwise {"match": "all" | "any", "criteria": […]}, as checked by groups/criteria.ts.
  rule jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, group_id)
);
SELECT isolate_company('people_group');

CREATE TABLE people_group_member (
  company_id uuid NOT NULL,
  group_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  PRIMARY KEY (company_id, group_id, employee_id),
  FOREIGN KEY (company_id, group_id) REFERENCES people_group (company_id, group_id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id)
);
SELECT isolate_company('people_group_member');
CREATE INDEX people_group_member_employee ON people_group_member (company_id, employee_id);
