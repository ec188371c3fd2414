-- When a message should have been sent that was scheduled and went out late, because no server ran then. Null if it was not.

ALTER TABLE message ADD COLUMN scheduled_for timestamptz(3);
