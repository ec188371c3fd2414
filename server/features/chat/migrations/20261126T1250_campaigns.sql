-- The conversations of announcement campaigns: each has the id of its campaign, and who may read one are its members.

ALTER TABLE conversation
  DROP CONSTRAINT conversation_kind,
  DROP CONSTRAINT conversation_group_of_kind,
  ADD CONSTRAINT conversation_kind CHECK (kind IN ('direct', 'sub_space', 'thread', 'group', 'campaign')),
  -- `name`: of a campaign its title.
  ADD CONSTRAINT conversation_group_of_kind CHECK (
    (kind = 'group' OR founders IS NULL) AND CASE kind WHEN 'group' THEN true WHEN 'campaign' THEN name <> '' ELSE name = '' END);

ALTER TABLE entry_wish
  DROP CONSTRAINT entry_wish_entity_type_check,
  ADD CONSTRAINT entry_wish_entity_type_check CHECK (entity_type IN ('employee', 'space', 'group', 'campaign'));
