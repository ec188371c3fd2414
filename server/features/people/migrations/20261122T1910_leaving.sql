-- Who has left and can still come back. Their row in `employee` says "Former employee" from the moment they leave, so that whatever
-- reads people need not know of this; what it said stands here, for those who manage people, until it is put back or erased.

CREATE TABLE leaver (
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  left_at timestamptz(3) NOT NULL DEFAULT now(),
  erase_at timestamptz(3) NOT NULL,
  hand_over_to uuid,
  -- What they were in, and how much was handed over, as accounts/leaving/leaving.ts writes it.
  kept jsonb NOT NULL,
  -- As in `employee`.
  first_name text NOT NULL,
  last_name text NOT NULL,
  position_title text NOT NULL,
  work_email text NOT NULL,
  employee_account_status text NOT NULL CHECK (employee_account_status IN ('ACTIVE', 'INVITED', 'INACTIVE', 'SUSPENDED')),
  status_type text NOT NULL,
  profile_url text,
  phone_number text NOT NULL,
  location text NOT NULL,
  time_zone text NOT NULL,
  pronouns text NOT NULL,
  skills text[] NOT NULL,
  birth_date date,
  joining_date date,
  manager_id uuid,
  department_id uuid,
  sort_name text COLLATE "C" NOT NULL,
  search_text text COLLATE "C" NOT NULL,
  PRIMARY KEY (company_id, employee_id),
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id)
);
SELECT isolate_company('leaver');
-- Whose time is over is looked for in all companies.
SELECT allow_system('leaver');
CREATE INDEX leaver_due ON leaver (erase_at);

-- Who was erased, by id alone: what is put back from a backup is erased again.
CREATE TABLE erased_person (
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  erased_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, employee_id),
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id)
);
SELECT isolate_company('erased_person', 'SELECT, INSERT');
