-- What a company's identity provider calls the people and groups that it looks after.

-- A row goes when the person leaves.
CREATE TABLE provisioned_person (
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  external_id text,
  employee_number text NOT NULL DEFAULT '',
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, employee_id),
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id),
  CONSTRAINT provisioned_person_external UNIQUE (company_id, external_id)
);
SELECT isolate_company('provisioned_person');

-- A provisioned group is changed by the provider alone.
ALTER TABLE people_group
  ADD COLUMN provisioned boolean NOT NULL DEFAULT false,
  ADD COLUMN external_id text,
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  ADD CONSTRAINT people_group_external UNIQUE (company_id, external_id);
