-- Of a day on which fewer than five people had an account that works nothing is kept; departments are told once a day, and roughly.

-- What was counted before did not know that. All of it is counted again, of messages and of days on which people used the app.
TRUNCATE insight_day, insight_department;

ALTER TABLE insight_day
  ALTER COLUMN writers DROP NOT NULL,
  ALTER COLUMN direct DROP NOT NULL,
  ALTER COLUMN in_spaces DROP NOT NULL,
  ALTER COLUMN in_groups DROP NOT NULL;

-- Hundredths in steps of ten, and messages in two digits: who moves from one to another is not to be seen in them.
ALTER TABLE insight_department RENAME COLUMN active TO active_share;
-- The last of the 30 days that they are counted of: the day before they were.
ALTER TABLE insight_department ADD COLUMN day date NOT NULL;
