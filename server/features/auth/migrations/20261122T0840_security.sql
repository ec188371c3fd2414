-- Where a session was last seen from, so that people recognise their own. '' for those that began before this.
ALTER TABLE session ADD COLUMN address text NOT NULL DEFAULT '';
-- The session in which the password was changed by somebody who knew the one before; NULL if it was set by a link.
ALTER TABLE credential ADD COLUMN changed_in uuid;
