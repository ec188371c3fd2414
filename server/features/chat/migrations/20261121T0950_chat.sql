-- Chat: conversations, who is in them and how far they have read, messages, their earlier bodies, reactions.

-- A direct conversation is known by its pair, the smaller id first; a sub-space's conversation has the sub-space's id.
CREATE TABLE conversation (
  company_id uuid NOT NULL,
  conversation_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('direct', 'sub_space')),
  space_id uuid,
  -- That of the space's default sub-space: what an address without a sub-space means.
  is_main boolean NOT NULL DEFAULT false,
  employee_low uuid,
  employee_high uuid,
  -- Raised in the transaction that writes the message: seqs are gapless and in commit order.
  last_seq integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, conversation_id),
  CONSTRAINT conversation_pair UNIQUE (company_id, employee_low, employee_high),
  FOREIGN KEY (company_id, employee_low) REFERENCES employee (company_id, employee_id),
  FOREIGN KEY (company_id, employee_high) REFERENCES employee (company_id, employee_id),
  CHECK ((kind = 'direct') = (employee_low IS NOT NULL AND employee_high IS NOT NULL AND employee_low <= employee_high)),
  CHECK ((kind = 'sub_space') = (space_id IS NOT NULL))
) WITH (fillfactor = 70);
SELECT isolate_company('conversation');
CREATE INDEX conversation_space ON conversation (company_id, space_id) WHERE space_id IS NOT NULL;
CREATE UNIQUE INDEX conversation_main ON conversation (company_id, space_id) WHERE is_main;

-- A row here is the permission to read and to write. `read_seq` only grows.
CREATE TABLE conversation_member (
  company_id uuid NOT NULL,
  conversation_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  read_seq integer NOT NULL DEFAULT 0,
  joined_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, conversation_id, employee_id),
  FOREIGN KEY (company_id, conversation_id) REFERENCES conversation (company_id, conversation_id),
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id)
) WITH (fillfactor = 70);
SELECT isolate_company('conversation_member');
CREATE INDEX conversation_member_employee ON conversation_member (company_id, employee_id, conversation_id);

-- The sender has no foreign key: it would lock the sender's row in `employee` for every message, and employees are never deleted.
CREATE TABLE message (
  company_id uuid NOT NULL,
  conversation_id uuid NOT NULL,
  seq integer NOT NULL CHECK (seq > 0),
  message_id uuid NOT NULL,
  sender_id uuid NOT NULL,
  type text NOT NULL DEFAULT 'text' CHECK (type IN ('text', 'audio', 'video')),
  -- Null once deleted.
  body jsonb,
  -- The body as one line.
  text text NOT NULL,
  -- Of the body as it was sent: a repeat is told from another message even after an edit or a deletion.
  digest bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  PRIMARY KEY (company_id, conversation_id, seq),
  CONSTRAINT message_once UNIQUE (company_id, message_id),
  FOREIGN KEY (company_id, conversation_id) REFERENCES conversation (company_id, conversation_id),
  CHECK ((body IS NULL) = (deleted_at IS NOT NULL))
);
SELECT isolate_company('message');
-- Unread leaves out what was deleted.
CREATE INDEX message_deleted ON message (company_id, conversation_id, seq) WHERE deleted_at IS NOT NULL;

-- Bodies that an edit replaced; they go when the message is deleted.
CREATE TABLE message_edit (
  company_id uuid NOT NULL,
  conversation_id uuid NOT NULL,
  seq integer NOT NULL,
  -- 1 is the body as it was sent.
  version integer NOT NULL,
  body jsonb NOT NULL,
  replaced_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, conversation_id, seq, version),
  FOREIGN KEY (company_id, conversation_id, seq) REFERENCES message (company_id, conversation_id, seq)
);
SELECT isolate_company('message_edit');

-- `emoji_position` orders the emojis of a message by when each first came, and is kept while anybody has it; `position` the people.
CREATE TABLE reaction (
  company_id uuid NOT NULL,
  conversation_id uuid NOT NULL,
  seq integer NOT NULL,
  emoji text NOT NULL,
  employee_id uuid NOT NULL,
  emoji_position integer NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY (company_id, conversation_id, seq, emoji, employee_id),
  FOREIGN KEY (company_id, conversation_id, seq) REFERENCES message (company_id, conversation_id, seq)
);
SELECT isolate_company('reaction');
