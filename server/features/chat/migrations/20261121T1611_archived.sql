-- A conversation that can be read, and in which nothing is written any more. Whether it is, is decided by spaces.
ALTER TABLE conversation ADD COLUMN archived_at timestamptz(3);
