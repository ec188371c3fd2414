-- Notifications: what people want to be told of, the list in the app, and what is still to be told.

-- Who chose nothing has no row. `levels`: only the kinds that differ from the defaults, which stand in the contract.
CREATE TABLE notification_setting (
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  levels jsonb NOT NULL DEFAULT '{}',
  awake jsonb,
  paused_until timestamptz(3),
  hide_text boolean NOT NULL DEFAULT false,
  mail_digest boolean NOT NULL DEFAULT true,
  PRIMARY KEY (company_id, employee_id),
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id)
);
SELECT isolate_company('notification_setting');
-- Of a large space only those are looked at who want to hear everything.
CREATE INDEX notification_setting_space ON notification_setting (company_id, employee_id) WHERE levels->>'space' = 'all';

-- What somebody wants of one conversation. The entity of a thread is its root.
CREATE TABLE notification_level (
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  entity_type text NOT NULL CHECK (entity_type IN ('employee', 'group', 'space', 'sub_space', 'thread')),
  entity_id uuid NOT NULL,
  level text NOT NULL CHECK (level IN ('all', 'mentions', 'none')),
  PRIMARY KEY (company_id, employee_id, entity_type, entity_id),
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id)
);
SELECT isolate_company('notification_level');
CREATE INDEX notification_level_all ON notification_level (company_id, entity_id, employee_id) WHERE level = 'all';

-- An entry of somebody's list: of a message (mention, thread, reaction) or of a space (the others). Its id is made of what it is
-- about, so that nothing is entered twice. What it says is read from there, and only by who may read it there.
CREATE TABLE notification (
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  notification_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('mention', 'thread', 'reaction', 'invitation', 'join_request', 'joined')),
  conversation_id uuid,
  seq integer,
  message_id uuid,
  space_id uuid,
  actor_id uuid NOT NULL,
  -- Of reactions the latest one, and how many people.
  emoji text,
  people integer NOT NULL DEFAULT 1,
  is_read boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, employee_id, notification_id),
  CHECK ((message_id IS NULL) = (kind IN ('invitation', 'join_request', 'joined'))),
  CHECK ((message_id IS NULL) = (space_id IS NOT NULL)),
  CHECK ((message_id IS NULL) = (conversation_id IS NULL) AND (message_id IS NULL) = (seq IS NULL))
);
SELECT isolate_company('notification');
-- Old ones are swept.
SELECT allow_system('notification');
CREATE INDEX notification_order ON notification (company_id, employee_id, created_at DESC, notification_id DESC);
CREATE INDEX notification_unread ON notification (company_id, employee_id, conversation_id, seq) WHERE NOT is_read;
CREATE INDEX notification_message ON notification (company_id, message_id) WHERE message_id IS NOT NULL;
CREATE INDEX notification_space ON notification (company_id, space_id) WHERE space_id IS NOT NULL;
CREATE INDEX notification_age ON notification USING brin (created_at);

-- What has happened and was not looked at yet. Written with what happened; taken away with what becomes of it.
CREATE TABLE notification_job (
  company_id uuid NOT NULL,
  job_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('message', 'edit', 'changed', 'message_gone', 'reaction', 'joining', 'joined', 'read', 'left')),
  message_id uuid,
  space_id uuid,
  -- Whom it happened to.
  employee_id uuid,
  actor_id uuid,
  emoji text,
  -- Of an edit: whom the message called before, as `message.mentions`.
  before uuid[],
  -- Who comes up to here was told already: many are told in several steps.
  after_id uuid,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, job_id)
);
SELECT isolate_company('notification_job');
SELECT allow_system('notification_job');
CREATE INDEX notification_job_due ON notification_job (due_at);

-- Pushes that are about to be sent to somebody. `subject_id`: the message or the list's entry.
CREATE TABLE notification_due (
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  subject_id uuid NOT NULL,
  is_message boolean NOT NULL,
  since timestamptz(3) NOT NULL,
  due_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, employee_id, subject_id)
);
SELECT isolate_company('notification_due');
SELECT allow_system('notification_due');
CREATE INDEX notification_due_due ON notification_due (due_at);

-- Who is told later, at once, of what is still unread then: by a push when their quiet hours end, or by a mail in the morning.
CREATE TABLE notification_waiting (
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  means text NOT NULL CHECK (means IN ('push', 'mail')),
  -- Of the first that waits.
  since timestamptz(3) NOT NULL,
  -- When to look again whether it is time.
  due_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, employee_id, means)
);
SELECT isolate_company('notification_waiting');
SELECT allow_system('notification_waiting');
CREATE INDEX notification_waiting_due ON notification_waiting (due_at);

-- Conversations of which a push may still stand on somebody's screen, up to a message.
CREATE TABLE notification_shown (
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  conversation_id uuid NOT NULL,
  seq integer NOT NULL,
  PRIMARY KEY (company_id, employee_id, conversation_id)
);
SELECT isolate_company('notification_shown');
