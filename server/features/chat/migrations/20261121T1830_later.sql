-- What people keep for later: saved messages, messages that wait for their time, drafts.

CREATE TABLE saved_message (
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  message_id uuid NOT NULL,
  saved_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (company_id, employee_id, message_id),
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id),
  FOREIGN KEY (company_id, message_id) REFERENCES message (company_id, message_id)
);
SELECT isolate_company('saved_message');
CREATE INDEX saved_message_latest ON saved_message (company_id, employee_id, saved_at, message_id);

-- Where it goes is an address as its sender sees it: a direct conversation may not have begun.
CREATE TABLE scheduled_message (
  company_id uuid NOT NULL,
  message_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  address jsonb NOT NULL,
  -- As it was written, to the letter: by that a message is known that was sent already.
  body json NOT NULL,
  reply_to uuid,
  due_at timestamptz(3) NOT NULL,
  -- Why it was not sent when it was due; null while it waits for its time.
  error_code text,
  PRIMARY KEY (company_id, message_id),
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id)
);
SELECT isolate_company('scheduled_message');
SELECT allow_system('scheduled_message');
CREATE INDEX scheduled_message_sender ON scheduled_message (company_id, employee_id, due_at);
CREATE INDEX scheduled_message_due ON scheduled_message (due_at) WHERE error_code IS NULL;

-- One that was sent or taken away stays without its text: what was typed before that, elsewhere, must not come back.
CREATE TABLE draft (
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  address jsonb NOT NULL,
  body jsonb,
  typed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, employee_id, address),
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id)
);
SELECT isolate_company('draft');
