-- SHA-256 of what the browser is known by that asked for the code: it works in no other one. NULL: from before, the link works.
ALTER TABLE registration ADD COLUMN asker bytea;
