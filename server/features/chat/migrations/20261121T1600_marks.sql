-- Marks: what a message answers, where it was forwarded from, whom it calls, pins; markers set back; wishes for the list.

ALTER TABLE message
  -- A message of the same conversation.
  ADD COLUMN reply_seq integer,
  ADD COLUMN forwarded_sender_id uuid,
  ADD COLUMN forwarded_at timestamptz(3),
  -- Employees by name, and the nil UUID for everybody; null if nobody. Messages from before this column call nobody.
  ADD COLUMN mentions uuid[],
  ADD COLUMN pinned_by uuid,
  ADD COLUMN pinned_at timestamptz(3),
  ADD CONSTRAINT message_forwarded CHECK ((forwarded_sender_id IS NULL) = (forwarded_at IS NULL)),
  ADD CONSTRAINT message_pinned CHECK ((pinned_by IS NULL) = (pinned_at IS NULL));
CREATE INDEX message_mentioning ON message (company_id, conversation_id, seq) WHERE mentions IS NOT NULL;
CREATE INDEX message_pins ON message (company_id, conversation_id, pinned_at) WHERE pinned_at IS NOT NULL;

-- How far the person had read before the marker was set back: what others are told of it does not go back.
ALTER TABLE conversation_member ADD COLUMN seen_seq integer NOT NULL DEFAULT 0;

-- What a person wants of an entry of their list. The entry's id is a colleague's or a space's.
CREATE TABLE entry_wish (
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  entity_type text NOT NULL CHECK (entity_type IN ('employee', 'space')),
  entity_id uuid NOT NULL,
  muted boolean NOT NULL DEFAULT false,
  pinned boolean NOT NULL DEFAULT false,
  PRIMARY KEY (company_id, employee_id, entity_type, entity_id),
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id)
);
SELECT isolate_company('entry_wish');
