-- Groups: several people who write to each other without a space. Who may read one are its members.

ALTER TABLE conversation
  DROP CONSTRAINT conversation_kind,
  DROP CONSTRAINT conversation_space_of_kind,
  ADD CONSTRAINT conversation_kind CHECK (kind IN ('direct', 'sub_space', 'thread', 'group')),
  ADD CONSTRAINT conversation_space_of_kind
    CHECK (CASE kind WHEN 'sub_space' THEN space_id IS NOT NULL WHEN 'thread' THEN true ELSE space_id IS NULL END),
  -- Of a group; blank: it goes by who is in it.
  ADD COLUMN name text NOT NULL DEFAULT '',
  -- Who made up a group when it began, by id; null once others were in it: the same people find it again.
  ADD COLUMN founders uuid[],
  ADD CONSTRAINT conversation_group_of_kind CHECK (kind = 'group' OR (name = '' AND founders IS NULL)),
  ADD CONSTRAINT conversation_founders UNIQUE (company_id, founders);

ALTER TABLE entry_wish
  DROP CONSTRAINT entry_wish_entity_type_check,
  ADD CONSTRAINT entry_wish_entity_type_check CHECK (entity_type IN ('employee', 'space', 'group'));
