-- One browser, several companies: one session is in use, the others are parked beside it (session/companies/jar.ts).
-- Since when; NULL for one in use.
ALTER TABLE session ADD COLUMN parked_at timestamptz;
-- What makes the next secret of the cookie out of the one before, which nobody else has; NULL until it is needed.
ALTER TABLE session ADD COLUMN follow_key bytea;
-- When a browser first showed the running secret; NULL: the answer that brought it may have been lost.
ALTER TABLE session ADD COLUMN secret_shown_at timestamptz;
