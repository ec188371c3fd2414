-- Departments: a tree, and who is in which.

CREATE TABLE department (
  company_id uuid NOT NULL,
  department_id uuid NOT NULL,
  name text NOT NULL,
  -- Null at the top. That it is a tree is seen to under a lock (departments/departments.ts).
  parent_id uuid,
  lead_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, department_id),
  FOREIGN KEY (company_id, parent_id) REFERENCES department (company_id, department_id),
  FOREIGN KEY (company_id, lead_id) REFERENCES employee (company_id, employee_id)
);
SELECT isolate_company('department');
CREATE INDEX department_parent ON department (company_id, parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX department_lead ON department (company_id, lead_id) WHERE lead_id IS NOT NULL;

ALTER TABLE employee ADD COLUMN department_id uuid;
ALTER TABLE employee ADD FOREIGN KEY (company_id, department_id) REFERENCES department (company_id, department_id);
CREATE INDEX employee_department ON employee (company_id, department_id) WHERE department_id IS NOT NULL;
