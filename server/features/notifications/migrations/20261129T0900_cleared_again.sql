-- What was read elsewhere is taken down by each push of a day: the first that says so may never be shown, or be replaced before it is.

-- When a push service took the first of them; null until then.
ALTER TABLE notification_shown ADD COLUMN cleared_at timestamptz(3);
ALTER TABLE notification_shown_entry ADD COLUMN cleared_at timestamptz(3);
ALTER TABLE notification_shown_summary ADD COLUMN cleared_at timestamptz(3);
