-- What was said before somebody came in may be hidden from them: everything up to this seq, with the threads of it. Set when they
-- come in, by what their space has chosen then.
ALTER TABLE conversation_member
  ADD COLUMN since_seq integer NOT NULL DEFAULT 0,
  -- Then, the revision of the conversation's topic: what a device holds of before is of another time.
  ADD COLUMN since_revision integer NOT NULL DEFAULT 0;
