-- Passkeys: public keys of people's authenticators, and what an authenticator was asked for and has not answered yet.

CREATE TABLE passkey (
  company_id uuid NOT NULL,
  passkey_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  -- The authenticator's own name for it. The same one in another company is another row.
  credential_id bytea NOT NULL,
  -- COSE.
  public_key bytea NOT NULL,
  -- Random, the same for all of a person's passkeys in this company: says nothing of who it is.
  user_handle bytea NOT NULL,
  -- How often the authenticator has signed, if it counts at all: never backwards.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  device_type text NOT NULL,
  backed_up boolean NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- What it was begun for, as in `passkey_ceremony`.
  made_for bytea NOT NULL,
  last_used_at timestamptz,
  PRIMARY KEY (company_id, passkey_id),
  UNIQUE (company_id, credential_id),
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id)
);
SELECT isolate_company('passkey');
CREATE INDEX passkey_employee ON passkey (company_id, employee_id);

CREATE TABLE passkey_ceremony (
  company_id uuid NOT NULL,
  -- The session, or the challenge of a sign-in, that it belongs to.
  made_for bytea NOT NULL,
  -- Of `removed` there is nothing to sign: it only says that it is done.
  kind text NOT NULL CHECK (kind IN ('make', 'prove', 'removed')),
  employee_id uuid NOT NULL,
  -- What the authenticator has to sign.
  challenge bytea NOT NULL,
  user_handle bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, made_for, kind),
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id)
);
SELECT isolate_company('passkey_ceremony');
-- Dead ones are swept away.
SELECT allow_system('passkey_ceremony');
CREATE INDEX passkey_ceremony_employee ON passkey_ceremony (company_id, employee_id);
CREATE INDEX passkey_ceremony_age ON passkey_ceremony (expires_at);
