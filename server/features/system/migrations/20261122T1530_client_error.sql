-- What broke in browsers, once for each kind of error, for whoever runs the server. It says nothing of who it was.

CREATE TABLE client_error (
  -- The nil id: it is no company's, so no company's transaction ever shows it.
  company_id uuid NOT NULL CHECK (company_id = '00000000-0000-0000-0000-000000000000'),
  fingerprint text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  type text NOT NULL,
  message text NOT NULL,
  stack text NOT NULL,
  -- Of the last time.
  app_version text NOT NULL,
  route text NOT NULL,
  count integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, fingerprint)
);
SELECT isolate_company('client_error');
SELECT allow_system('client_error');
CREATE INDEX client_error_seen ON client_error (seen_at);
