-- The second factor: the secret of an authenticator app, recovery codes, and sign-ins that wait for their second step.

CREATE TABLE second_factor (
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  -- Sealed with a key that is not in the database.
  secret bytea NOT NULL,
  begun_at timestamptz NOT NULL DEFAULT now(),
  -- The session that it was begun in.
  begun_in uuid NOT NULL,
  -- Null until a code has shown that the app has it: then nothing asks for it yet.
  confirmed_at timestamptz,
  -- The step of 30 seconds whose code was used last: none up to it is taken again.
  last_step bigint NOT NULL DEFAULT 0,
  last_used_at timestamptz,
  -- The session in which that was, where there was one already.
  last_used_in uuid,
  PRIMARY KEY (company_id, employee_id),
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id)
);
SELECT isolate_company('second_factor');

CREATE TABLE recovery_code (
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (company_id, employee_id, code_hash),
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id)
);
SELECT isolate_company('recovery_code');

CREATE TABLE sign_in_challenge (
  company_id uuid NOT NULL,
  challenge_hash bytea NOT NULL,
  -- Of the cookie in the browser that gave the password.
  browser_hash bytea NOT NULL,
  employee_id uuid NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, challenge_hash),
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id)
);
SELECT isolate_company('sign_in_challenge');
-- The second step says whose it is before the company is known; dead ones are swept away.
SELECT allow_system('sign_in_challenge');
CREATE UNIQUE INDEX sign_in_challenge_hash ON sign_in_challenge (challenge_hash);
CREATE INDEX sign_in_challenge_employee ON sign_in_challenge (company_id, employee_id);
CREATE INDEX sign_in_challenge_age ON sign_in_challenge (expires_at);
