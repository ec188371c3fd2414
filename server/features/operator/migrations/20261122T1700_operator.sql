-- Operators: who runs the server. They are in no company, so all of this stands under the nil id and no company's transaction shows it.
-- Of every secret only the SHA-256 is kept (Argon2id of passwords).

CREATE TABLE operator (
  company_id uuid NOT NULL CHECK (company_id = '00000000-0000-0000-0000-000000000000'),
  operator_id uuid NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  password_hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, operator_id),
  CONSTRAINT operator_email UNIQUE (company_id, email_key)
);
SELECT isolate_company('operator');
SELECT allow_system('operator');

-- A row goes with signing out; what has expired goes with the next sign-in.
CREATE TABLE operator_session (
  company_id uuid NOT NULL CHECK (company_id = '00000000-0000-0000-0000-000000000000'),
  session_hash bytea NOT NULL,
  operator_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, session_hash),
  FOREIGN KEY (company_id, operator_id) REFERENCES operator (company_id, operator_id) ON DELETE CASCADE
);
SELECT isolate_company('operator_session');
SELECT allow_system('operator_session');
CREATE INDEX operator_session_operator ON operator_session (company_id, operator_id);

-- Links that make an operator, each once.
CREATE TABLE operator_link (
  company_id uuid NOT NULL CHECK (company_id = '00000000-0000-0000-0000-000000000000'),
  token_hash bytea NOT NULL,
  -- Who made it; null for those that starts of the server print: they are good until there is an operator.
  made_by uuid,
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, token_hash),
  CHECK ((made_by IS NULL) = (expires_at IS NULL))
);
SELECT isolate_company('operator_link');
SELECT allow_system('operator_link');
