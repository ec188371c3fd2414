-- Company isolation, topics and their events, idempotency keys, mail, audit.

-- The company of the running transaction; null outside of one, so that nothing is visible then.
CREATE FUNCTION app_company() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.company_id', true), '')::uuid $$;

-- 'system' in the few transactions that must look across companies (sign-in by address, the mail queue).
CREATE FUNCTION app_scope() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT current_setting('app.scope', true) $$;

-- Makes a table one company's at a time, for its owner too, and lets the app role use it.
CREATE FUNCTION isolate_company(target regclass, rights text DEFAULT 'SELECT, INSERT, UPDATE, DELETE') RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY company ON %s USING (company_id = app_company()) WITH CHECK (company_id = app_company())', target);
  EXECUTE format('GRANT %s ON %s TO limelight_app', rights, target);
END $$;

-- Besides: all rows for system transactions.
CREATE FUNCTION allow_system(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE POLICY system ON %s USING (app_scope() = ''system'') WITH CHECK (app_scope() = ''system'')', target);
END $$;

-- One integer per topic: the revision. Its row lock orders the events of the topic.
CREATE TABLE topic (
  company_id uuid NOT NULL,
  topic text NOT NULL,
  revision integer NOT NULL,
  PRIMARY KEY (company_id, topic)
) WITH (fillfactor = 80);
SELECT isolate_company('topic');

CREATE TABLE event (
  company_id uuid NOT NULL,
  topic text NOT NULL,
  revision integer NOT NULL,
  name text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, topic, revision)
);
SELECT isolate_company('event');
SELECT allow_system('event');
CREATE INDEX event_age ON event USING brin (created_at);

CREATE TABLE idempotency_key (
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  key uuid NOT NULL,
  endpoint text NOT NULL,
  request_hash bytea NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, employee_id, key)
);
SELECT isolate_company('idempotency_key');
SELECT allow_system('idempotency_key');
CREATE INDEX idempotency_key_age ON idempotency_key USING brin (created_at);

-- Mails that are to be sent: written in the transaction that asks for them, taken away when delivered.
CREATE TABLE mail (
  company_id uuid NOT NULL,
  mail_id uuid NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  body_text text NOT NULL,
  body_html text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, mail_id)
);
SELECT isolate_company('mail');
SELECT allow_system('mail');

-- Append-only: no UPDATE, no DELETE for the app.
CREATE TABLE audit_event (
  company_id uuid NOT NULL,
  audit_id uuid NOT NULL,
  actor_id uuid,
  action text NOT NULL,
  detail jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, audit_id)
);
SELECT isolate_company('audit_event', 'SELECT, INSERT');
