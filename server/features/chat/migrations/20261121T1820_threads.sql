-- Threads: what is said about one message, as a conversation of its own. Its members are those who follow it; who may read and
-- write in it are the members of the conversation that the message stands in.

ALTER TABLE conversation
  DROP CONSTRAINT conversation_kind_check,
  DROP CONSTRAINT conversation_check1,
  -- Of a thread: the conversation that its root stands in, and the root.
  ADD COLUMN parent_id uuid,
  ADD COLUMN root_id uuid,
  -- The conversation whose members may read and write in this one: the one notion of who may.
  ADD COLUMN gate_id uuid NOT NULL GENERATED ALWAYS AS (coalesce(parent_id, conversation_id)) STORED,
  -- Of a thread: answers that are not deleted, when the last of them came, and the first three who have answered.
  ADD COLUMN replies integer NOT NULL DEFAULT 0,
  ADD COLUMN replied_at timestamptz(3),
  ADD COLUMN repliers uuid[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT conversation_kind CHECK (kind IN ('direct', 'sub_space', 'thread')),
  -- A thread has the space of its root.
  ADD CONSTRAINT conversation_space_of_kind CHECK (CASE kind WHEN 'direct' THEN space_id IS NULL WHEN 'sub_space' THEN space_id IS NOT NULL ELSE true END),
  ADD CONSTRAINT conversation_thread_of_kind CHECK ((kind = 'thread') = (parent_id IS NOT NULL) AND (kind = 'thread') = (root_id IS NOT NULL)),
  ADD CONSTRAINT conversation_root UNIQUE (company_id, root_id),
  ADD FOREIGN KEY (company_id, parent_id) REFERENCES conversation (company_id, conversation_id),
  ADD FOREIGN KEY (company_id, root_id) REFERENCES message (company_id, message_id);
CREATE INDEX conversation_gate ON conversation (company_id, gate_id);
