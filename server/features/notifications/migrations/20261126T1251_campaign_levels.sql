-- What somebody wants of one announcement campaign.

ALTER TABLE notification_level
  DROP CONSTRAINT notification_level_entity_type_check,
  ADD CONSTRAINT notification_level_entity_type_check
    CHECK (entity_type IN ('employee', 'group', 'space', 'sub_space', 'thread', 'campaign'));
