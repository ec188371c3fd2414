-- What was attached and what is pinned is also listed of a whole space, by time: the newest of each of its sub-spaces.
CREATE INDEX message_attached ON message (company_id, conversation_id, created_at, message_id) WHERE attachments IS NOT NULL;
-- In place of the one without the last column. Reading waits for the last two statements alone.
CREATE INDEX message_pins_by_id ON message (company_id, conversation_id, pinned_at, message_id) WHERE pinned_at IS NOT NULL;
DROP INDEX message_pins;
ALTER INDEX message_pins_by_id RENAME TO message_pins;
