-- Signing in: passwords, registrations that wait for their proof, sessions with their tokens, links that set a password.
-- Of every secret only the SHA-256 is kept (Argon2id of passwords). All of these are looked up before the company is known.

CREATE TABLE credential (
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  -- $argon2id$v=19$m=…,t=…,p=…$salt$tag
  password_hash text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, employee_id),
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id)
);
SELECT isolate_company('credential');
SELECT allow_system('credential');

-- A company that is to be: nothing else of it exists until its owner's address is proven, so that nothing else can see it,
-- and what is never proven is swept by deleting this row.
CREATE TABLE registration (
  company_id uuid PRIMARY KEY,
  employee_id uuid NOT NULL,
  company_name text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  time_zone text NOT NULL,
  domain text,
  password_hash text NOT NULL,
  code_hash bytea NOT NULL,
  link_hash bytea NOT NULL UNIQUE,
  -- Wrong tries of the running code.
  tries integer NOT NULL DEFAULT 0,
  sent_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
SELECT isolate_company('registration');
SELECT allow_system('registration');
CREATE INDEX registration_email ON registration (email_key, sent_at);
CREATE INDEX registration_age ON registration (created_at);

CREATE TABLE session (
  company_id uuid NOT NULL REFERENCES company (company_id),
  session_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  -- Of the cookie's secret.
  secret_hash bytea NOT NULL,
  -- Tokens come in generations: see session/rotation.ts.
  generation integer NOT NULL DEFAULT 1,
  generation_at timestamptz NOT NULL DEFAULT now(),
  generation_used_at timestamptz,
  previous_used_at timestamptz,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (company_id, session_id),
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id)
) WITH (fillfactor = 80);
SELECT isolate_company('session');
SELECT allow_system('session');
CREATE UNIQUE INDEX session_by_cookie ON session (session_id);
CREATE INDEX session_employee ON session (company_id, employee_id) WHERE ended_at IS NULL;
CREATE INDEX session_age ON session (expires_at);

CREATE TABLE access_token (
  company_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  session_id uuid NOT NULL,
  generation integer NOT NULL,
  issued_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, token_hash),
  FOREIGN KEY (company_id, session_id) REFERENCES session (company_id, session_id) ON DELETE CASCADE
);
SELECT isolate_company('access_token');
SELECT allow_system('access_token');
CREATE UNIQUE INDEX access_token_lookup ON access_token (token_hash);
CREATE INDEX access_token_session ON access_token (company_id, session_id);
CREATE INDEX access_token_age ON access_token (expires_at);

CREATE TABLE reset_link (
  company_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  employee_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('reset', 'invitation')),
  -- Where it was sent: once the person has another address it is worth nothing.
  email_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (company_id, token_hash),
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id)
);
SELECT isolate_company('reset_link');
SELECT allow_system('reset_link');
CREATE UNIQUE INDEX reset_link_lookup ON reset_link (token_hash);
CREATE INDEX reset_link_employee ON reset_link (company_id, employee_id, created_at);
CREATE INDEX reset_link_age ON reset_link (expires_at);
