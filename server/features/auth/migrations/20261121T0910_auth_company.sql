-- The identity of a company: who it is and whether it may be used. What it chose (theme, modules, settings) stands elsewhere.

CREATE TABLE company (
  company_id uuid PRIMARY KEY,
  company_name text NOT NULL,
  company_logo text,
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'SUSPENDED')),
  -- Lower case. Only ever the domain of an address that its registrant has proven.
  domain text,
  created_at timestamptz NOT NULL DEFAULT now()
);
SELECT isolate_company('company', 'SELECT, INSERT, UPDATE');
-- Signing in, and finding a company by its domain, look across companies.
SELECT allow_system('company');
CREATE INDEX company_domain ON company (domain, created_at) WHERE domain IS NOT NULL;
