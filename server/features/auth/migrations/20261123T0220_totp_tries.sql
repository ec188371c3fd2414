-- Wrong codes for a secret that was begun and is not confirmed: five, and it is dead.
ALTER TABLE second_factor ADD COLUMN tries integer NOT NULL DEFAULT 0;
