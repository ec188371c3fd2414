-- Company single sign-on: one provider a company, the domains that a company says and proves to be its own, who is who at the
-- provider, logins that are under way, and what is needed to sign out there.

CREATE TABLE sso_config (
  company_id uuid PRIMARY KEY REFERENCES company (company_id),
  issuer text NOT NULL,
  client_id text NOT NULL,
  -- '' if there is none. Sent to the provider alone.
  client_secret text NOT NULL,
  create_accounts boolean NOT NULL,
  enabled boolean NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
SELECT isolate_company('sso_config');

CREATE TABLE sso_domain (
  company_id uuid NOT NULL REFERENCES company (company_id),
  -- Lower case.
  domain text NOT NULL,
  -- Stands in the TXT record.
  token text NOT NULL,
  -- Of the code that was mailed last.
  code_hash bytea,
  code_tries integer NOT NULL DEFAULT 0,
  code_expires_at timestamptz,
  verified_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, domain)
);
SELECT isolate_company('sso_domain');
-- Who types an address is in no company yet.
SELECT allow_system('sso_domain');
-- Whose it is, is one company's at most.
CREATE UNIQUE INDEX sso_domain_owner ON sso_domain (domain) WHERE verified_at IS NOT NULL;

-- Who signs in is known by what never changes at the provider. The address is looked at once, when the two are tied together.
CREATE TABLE sso_identity (
  company_id uuid NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  employee_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, issuer, subject),
  UNIQUE (company_id, employee_id, issuer),
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id)
);
SELECT isolate_company('sso_identity');

CREATE TABLE sso_login (
  company_id uuid NOT NULL,
  state_hash bytea NOT NULL,
  -- Of the cookie in the browser that began it.
  browser_hash bytea NOT NULL,
  nonce text NOT NULL,
  verifier text NOT NULL,
  origin text NOT NULL,
  -- With whom it was begun: if that has changed meanwhile it leads nowhere.
  issuer text NOT NULL,
  client_id text NOT NULL,
  -- The session that the browser had then.
  replaces uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, state_hash)
);
SELECT isolate_company('sso_login');
-- What comes back says whose it is before the company is known; dead ones are swept away.
SELECT allow_system('sso_login');
CREATE UNIQUE INDEX sso_login_state ON sso_login (state_hash);
CREATE INDEX sso_login_age ON sso_login (expires_at);

CREATE TABLE sso_session (
  company_id uuid NOT NULL,
  session_id uuid NOT NULL,
  end_session_endpoint text NOT NULL,
  client_id text NOT NULL,
  id_token text NOT NULL,
  origin text NOT NULL,
  PRIMARY KEY (company_id, session_id),
  FOREIGN KEY (company_id, session_id) REFERENCES session (company_id, session_id) ON DELETE CASCADE
);
SELECT isolate_company('sso_session');
