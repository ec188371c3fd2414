-- What a draft answers: { message_id, seq, sender_id }. Only where the draft has a text.

ALTER TABLE draft ADD COLUMN reply_to jsonb;
