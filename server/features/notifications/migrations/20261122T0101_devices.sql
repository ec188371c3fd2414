-- Devices, and what is to be pushed to them.

-- One for each device and session: pushes end with the session.
CREATE TABLE device (
  company_id uuid NOT NULL,
  session_id uuid NOT NULL,
  -- Made by the device itself.
  device_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  -- As it describes itself: app, system, browser, what helps to find faults.
  info jsonb NOT NULL,
  transport text NOT NULL CHECK (transport IN ('web', 'fcm', 'none')),
  permission text NOT NULL CHECK (permission IN ('granted', 'denied', 'default', 'unsupported')),
  -- The endpoint or token; null if there is none (any more). Its SHA-256, so that it is the address of one device only.
  address text,
  address_hash bytea,
  p256dh text,
  auth text,
  -- Since when it has this address.
  since timestamptz,
  -- When the push service said that the address is gone.
  lost_at timestamptz,
  last_sent_at timestamptz,
  last_error text,
  PRIMARY KEY (company_id, session_id, device_id),
  FOREIGN KEY (company_id, session_id) REFERENCES session (company_id, session_id) ON DELETE CASCADE,
  CHECK ((address IS NULL) = (address_hash IS NULL)),
  CHECK (address IS NULL OR transport <> 'web' OR (p256dh IS NOT NULL AND auth IS NOT NULL))
) WITH (fillfactor = 80);
SELECT isolate_company('device');
-- An address that somebody else names now is taken from whoever had it, in whatever company.
SELECT allow_system('device');
CREATE UNIQUE INDEX device_address ON device (address_hash);
CREATE INDEX device_employee ON device (company_id, employee_id) WHERE address IS NOT NULL;

-- Written in the transaction that asks for it, taken away once the push service has it, or nobody wants it any more.
CREATE TABLE push (
  company_id uuid NOT NULL,
  session_id uuid NOT NULL,
  device_id uuid NOT NULL,
  -- UUIDv7: each device gets them in this order.
  push_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  tag text NOT NULL,
  content jsonb NOT NULL,
  -- While a server is at it: when another one may take it up.
  due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, session_id, device_id, push_id),
  FOREIGN KEY (company_id, session_id, device_id) REFERENCES device (company_id, session_id, device_id) ON DELETE CASCADE
) WITH (fillfactor = 80);
SELECT isolate_company('push');
SELECT allow_system('push');
CREATE INDEX push_due ON push (due_at);
