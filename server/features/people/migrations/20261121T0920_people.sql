-- People: employees, roles, and who has which role.

CREATE TABLE employee (
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  position_title text NOT NULL DEFAULT '',
  work_email text NOT NULL,
  -- The address as it is compared; null once the person is erased, so that the address may return as somebody new.
  work_email_key text,
  employee_account_status text NOT NULL CHECK (employee_account_status IN ('ACTIVE', 'INVITED', 'INACTIVE', 'SUSPENDED', 'DELETED')),
  status_type text NOT NULL DEFAULT 'Automatic' CHECK (status_type IN ('Automatic', 'Available', 'Busy', 'Appear Offline')),
  auto_status text NOT NULL DEFAULT 'Appear Offline' CHECK (auto_status IN ('Available', 'Busy', 'Appear Offline')),
  profile_url text,
  phone_number text NOT NULL DEFAULT '',
  location text NOT NULL DEFAULT '',
  time_zone text NOT NULL DEFAULT 'UTC',
  pronouns text NOT NULL DEFAULT '',
  skills text[] NOT NULL DEFAULT '{}',
  birth_date date,
  joining_date date,
  manager_id uuid,
  -- Names and texts folded by finding/fold.ts (case and accents gone). Byte order, so that pages do not depend on the server's locale.
  sort_name text COLLATE "C" NOT NULL,
  search_text text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  activated_at timestamptz,
  deleted_at timestamptz,
  PRIMARY KEY (company_id, employee_id),
  CONSTRAINT employee_work_email UNIQUE (company_id, work_email_key),
  FOREIGN KEY (company_id, manager_id) REFERENCES employee (company_id, employee_id),
  CHECK ((employee_account_status = 'DELETED') = (deleted_at IS NOT NULL)),
  CHECK ((employee_account_status = 'DELETED') = (work_email_key IS NULL))
);
SELECT isolate_company('employee');
-- Signing in looks an address up in all companies.
SELECT allow_system('employee');
CREATE INDEX employee_sign_in ON employee (work_email_key) WHERE work_email_key IS NOT NULL;
CREATE INDEX employee_name ON employee (company_id, sort_name, employee_id);
CREATE INDEX employee_joining ON employee (company_id, (coalesce(joining_date, '-infinity'::date)), employee_id);
CREATE INDEX employee_manager ON employee (company_id, manager_id) WHERE manager_id IS NOT NULL;

CREATE TABLE role (
  company_id uuid NOT NULL,
  role_id uuid NOT NULL,
  name text NOT NULL,
  -- Of roles that a company makes. What a built-in role may do stands in the code (roles/roles.ts), so that a new release reaches all companies.
  permissions text[] NOT NULL DEFAULT '{}',
  built_in text,
  PRIMARY KEY (company_id, role_id),
  CONSTRAINT role_built_in UNIQUE (company_id, built_in)
);
SELECT isolate_company('role');

CREATE TABLE employee_role (
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  role_id uuid NOT NULL,
  PRIMARY KEY (company_id, employee_id, role_id),
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id),
  FOREIGN KEY (company_id, role_id) REFERENCES role (company_id, role_id)
);
SELECT isolate_company('employee_role');
CREATE INDEX employee_role_role ON employee_role (company_id, role_id);
