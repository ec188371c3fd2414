-- The keys of identity providers, and which of their calls failed.

-- Of a key only the SHA-256 is kept. It names its company, so nobody looks for one in all companies.
CREATE TABLE scim_token (
  company_id uuid NOT NULL,
  token_id uuid NOT NULL,
  -- At most two at once.
  slot smallint NOT NULL CHECK (slot IN (1, 2)),
  secret_hash bytea NOT NULL,
  name text NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  PRIMARY KEY (company_id, token_id),
  CONSTRAINT scim_token_slot UNIQUE (company_id, slot),
  FOREIGN KEY (company_id, created_by) REFERENCES employee (company_id, employee_id)
);
SELECT isolate_company('scim_token');

CREATE TABLE scim_failure (
  company_id uuid NOT NULL,
  failure_id uuid NOT NULL,
  method text NOT NULL,
  resource text NOT NULL,
  status smallint NOT NULL,
  -- One of our own texts: nothing that the provider has sent.
  reason text NOT NULL,
  employee_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, failure_id)
);
SELECT isolate_company('scim_failure');
-- Old ones are swept away for all.
SELECT allow_system('scim_failure');
