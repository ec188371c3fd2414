-- What a campaign says that must be read: it is pushed in quiet hours, too.

ALTER TABLE message ADD COLUMN must_read boolean NOT NULL DEFAULT false;
